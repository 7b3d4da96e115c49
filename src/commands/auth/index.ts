import type { Command } from 'commander';
import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { openSession } from '../../cli/connect.ts';
import { connectionSettings, duration, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { type QueryOptions, queryOf, withQueryFlag } from '../../cli/query-flag.ts';
import type { Session } from '../../http/auth/session.ts';
import { checkSignIn, showStatus } from './status.ts';

const statusFormats = ['text', 'json'] as const;

/** `hotelctl auth status | token | check`: who is signed in, a token for other tools, a check for scripts. */
export function register(auth: Command, open: OpenInvocation): void {
  const leaf = (name: string, summary: string) =>
    withSettingFlags(auth.command(name).summary(summary).description(sentence(summary)), connectionSettings);

  const status = leaf(
    'status',
    'show who is signed in, where the tokens are stored, and how long they are valid; works offline',
  );
  const format = withChoices(
    status.createOption('--format <format>', 'output format (default text)'),
    statusFormats,
  );
  withExamples(withQueryFlag(status.addOption(format)), [
    { command: 'hotelctl auth status', explains: 'the status of the current profile' },
    { command: 'hotelctl auth status --format json', explains: 'for a script' },
    { command: 'hotelctl auth status --query minutesLeft', explains: 'one value' },
  ]).action(async (options: QueryOptions & { format?: string }) => {
    const query = await queryOf(options);
    const form = oneOf('--format', options.format ?? (query ? 'json' : 'text'), statusFormats);
    if (query && form === 'text') {
      throw new UsageError('--query requires JSON, and the format is text', { hint: 'add --format json' });
    }
    await withSession(open, options, (session, invocation) => showStatus(session, invocation, form, query));
  });

  withExamples(leaf('token', 'print a valid access token, refreshed when needed'), [
    {
      command:
        'printf "Authorization: Bearer %s" "$(hotelctl auth token)" | curl -H @- https://api.example.com/inventory/v1/properties',
      explains: 'pass the token to another program without putting it into its arguments',
    },
  ]).action((options: object) =>
    withSession(open, options, async (session, { context }) => {
      await context.stdout.write(`${await session.accessToken()}\n`);
    }),
  );

  withExamples(
    leaf('check', 'exit with code 0 if signed in, 10 if not; works offline').option(
      '--min-ttl <duration>',
      'minimum remaining lifetime, such as 90s, 5m or 1h, of a token that cannot be refreshed',
    ),
    [{ command: 'hotelctl auth check || mail -s "sign in again" ops </dev/null', explains: 'in a script' }],
  ).action(async (options: { minTtl?: string }) => {
    const wanted = options.minTtl === undefined ? 0 : duration('--min-ttl', options.minTtl);
    await withSession(open, options, (session, invocation) => checkSignIn(session, invocation, wanted));
  });
}

/** Runs `work` with a session that may send requests to the identity host. */
async function withSession(
  open: OpenInvocation,
  options: object,
  work: (session: Session, invocation: Invocation) => Promise<void>,
): Promise<void> {
  const invocation = await open(options);
  const session = await openSession(invocation);
  try {
    await work(session, invocation);
  } finally {
    await session.close();
  }
}
