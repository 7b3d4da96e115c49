import { wordsOf } from './words.ts';

/** The measures of property performance, typed from the platform's specification. */
const counts =
  wordsOf(`houseCount houseItemsCount soldCount soldItemsCount unsoldCount unsoldItemsCount outOfOrderCount
  outOfOrderItemsCount tentativelyBlockedCount tentativelyBlockedItemsCount definitelyBlockedCount
  optionallyBlockedCount arrivalsCount departuresCount noShowsCount cancellationsCount occupancyPercentage`);
const amounts = wordsOf(`grossUnitRevenue netUnitRevenue grossAccommodationRevenue netAccommodationRevenue
  grossFoodAndBeveragesRevenue netFoodAndBeveragesRevenue grossOtherRevenue netOtherRevenue grossAdr netAdr revPar`);

/** Each count has this value, each amount that one; default: nothing was sold. */
export const allMeasures = (count = 0, amount = 0, currency = 'EUR') => ({
  ...Object.fromEntries(counts.map(name => [name, count])),
  ...Object.fromEntries(amounts.map(name => [name, { amount, currency }])),
});
