import type { Context } from '../../base/context.ts';
import { OutputError } from '../../base/errors.ts';
import { crontabLine, hasJobLine, withJobLine } from '../definitions/crontab.ts';
import { type Installer, requireTool, runTool } from './installer.ts';

/** The crontab of the user, changed through `crontab` and only within hotelctl's own block. */
export function cronInstaller(context: Context): Installer {
  return {
    scheduler: 'cron',
    isAvailable: async () => (await runTool(context, 'crontab', ['-l'])) !== undefined,
    async install(program, recurrence) {
      const line = crontabLine(program, recurrence);
      await writeCrontab(context, withJobLine(await readCrontab(context), program, line));
      return 'the crontab (`crontab -l` shows it)';
    },
    isInstalled: async job => hasJobLine(await readCrontab(context), job),
    async remove(job) {
      const before = await readCrontab(context);
      if (hasJobLine(before, job)) await writeCrontab(context, withJobLine(before, { job }));
    },
  };
}

/** Empty if the user has none. Any other failure must not be mistaken for an empty one: writing would delete it. */
async function readCrontab(context: Context): Promise<string> {
  const result = await runTool(context, 'crontab', ['-l']);
  if (result?.exitCode === 0) return result.stdout;
  if (result && /no crontab for/i.test(result.stderr)) return '';
  throw new OutputError('the crontab could not be read', {
    hint: 'check `crontab -l`, or install the job yourself from `hotelctl schedule add ... --print cron`',
  });
}

const writeCrontab = (context: Context, text: string) => requireTool(context, 'crontab', ['-'], text);
