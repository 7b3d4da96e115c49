/** The rounds of a race: `npm test` runs a part of them, because each process costs a tenth of a second. */
export const counted = (usual: number, full: number): number => (process.env['FULL_COUNTS'] ? full : usual);
