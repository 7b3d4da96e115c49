/** Closed sets of the booking request: help and completion offer them without loading a model. */
export const travelPurposes = ['Business', 'Leisure'] as const;
export const guaranteeTypes = ['PM6Hold', 'CreditCard', 'Prepayment', 'Company'] as const;
