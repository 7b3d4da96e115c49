import type { Context } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { environmentWithoutSecrets } from '../base/secrets.ts';

/**
 * Shows help on a terminal in `PAGER` (its words, without a shell), by default less, which ends at the end of a text that
 * fits on the screen. An empty PAGER, `cat` or a missing program means no pager. Windows has none that shows UTF-8.
 */
export async function showInPager(text: string, { env, host, stdout, runOnOwnStreams }: Context) {
  const fallback = host.platform === 'win32' || env['TERM'] === 'dumb' ? '' : 'less';
  const [file = '', ...args] = (env['PAGER'] ?? fallback).split(' ').filter(Boolean);
  if (file === '' || file === 'cat') return stdout.write(text);
  const childEnv = { LESS: 'FRX', ...environmentWithoutSecrets(env) };
  try {
    await runOnOwnStreams({ file, args, env: childEnv, input: text });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await stdout.write(text);
  }
}
