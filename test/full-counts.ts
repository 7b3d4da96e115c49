/**
 * The number of rounds of a race. `npm test` runs a part of the full count, because each process costs a tenth of a
 * second; `npm run test:soak` runs the full counts.
 */
export const counted = (usual: number, full: number): number => (process.env['FULL_COUNTS'] ? full : usual);
