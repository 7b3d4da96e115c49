/**
 * How often a race is run. The suite runs a part of the full count, because each process costs a tenth of a second;
 * the full counts, some two minutes on two quiet cores, are run by
 *
 *     FULL_COUNTS=1 npx vitest run test/lock test/auth/session.test.ts
 */
export const counted = (usual: number, full: number): number => (process.env['FULL_COUNTS'] ? full : usual);
