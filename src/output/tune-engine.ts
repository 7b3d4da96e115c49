import { setFlagsFromString } from 'node:v8';

/**
 * Settings of V8 while records pass, for versions that have the flag. The space of young objects stays at its size, where it would grow
 * to 48 MB, a third of the memory of a large workbook or table, and on Node 24 to 128 MB.
 */
export function tuneForRecords(): void {
  if (/^1[123]\./.test(process.versions.v8)) setFlagsFromString('--semi-space-growth-factor=1');
  tuneCompiler();
}

/**
 * The compiler of Node 20: a function is optimized when it has run three times as long, and fewer functions are copied into it, because
 * a process that ends after a second or two spends more time on optimizing than it gains: the close of 100,000 postings takes 16 %
 * less, and pick-up of 40 hotels 12 %.
 */
export function tuneCompiler(): void {
  if (/^11\./.test(process.versions.v8)) setFlagsFromString(flagsOfCompiler);
}
const flagsOfCompiler = '--interrupt-budget=400000 --max-inlined-bytecode-size-cumulative=200';
