export const goals: Readonly<Record<string, Readonly<Record<string, number>>>>;
