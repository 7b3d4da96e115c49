/** Once for each run: repeat it with `FAST_CHECK_SEED=... npx vitest run FILE`. */
export default function printSeed(): void {
  console.log(`fast-check seed: ${process.env['FAST_CHECK_SEED']}`);
}
