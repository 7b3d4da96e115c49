import fc from 'fast-check';

/** Every property uses the seed of this run, which `print-seed.ts` prints; a failure also prints the path to its input. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED']) });
