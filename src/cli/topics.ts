import { exitCodes } from '../base/errors.ts';
import { wrapText } from '../output/prose.ts';
import type { TopicName } from './help.ts';
import { settingDefinitions } from './settings/settings.ts';
import cronTopic from './topics/cron.md?raw';
import environmentTopic from './topics/environment.md?raw';
import exitCodesTopic from './topics/exit-codes.md?raw';
import formatsTopic from './topics/formats.md?raw';
import periodsTopic from './topics/periods.md?raw';

/** A topic of `hotelctl help TOPIC`: the terminal, the manual pages and the reference are made from the same blocks. */
export interface Topic {
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly heading: string }
  | { readonly terms: Readonly<Record<string, string>> }
  /** Lines that are shown unchanged. */
  | { readonly example: string };

function showBlock(block: Block, width: number): string {
  if ('text' in block) return wrapText(block.text, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('example' in block) return block.example.replace(/^/gm, '  ');
  const terms = Object.entries(block.terms);
  const column = Math.min(Math.max(...terms.map(([term]) => term.length)) + 2, 36);
  return terms
    .map(([term, meaning]) => {
      const lines = wrapText(meaning, Math.max(width - column - 2, 20)).split('\n');
      const apart = term.length + 2 > column;
      const first = apart ? `  ${term}\n  ${' '.repeat(column)}` : `  ${term.padEnd(column)}`;
      return first + lines.join(`\n  ${' '.repeat(column)}`);
    })
    .join('\n');
}

/** Variables that are not in the table of `settings.ts`: secrets that are never a flag, folders, and common conventions. */
export const otherVariables = {
  HOTELCTL_PROFILE: 'the profile to use; --profile takes precedence',
  HOTELCTL_CLIENT_SECRET: 'the client secret; never a flag',
  HOTELCTL_ACCESS_TOKEN: 'an access token to use',
  HOTELCTL_REFRESH_TOKEN: 'a refresh token; hotelctl then stores no tokens',
  HOTELCTL_REFRESH_TOKEN_FILE: 'the file that contains the refresh token',
  HOTELCTL_STORE_KEY_FILE: 'the key that encrypts the credential store `file`',
  CREDENTIALS_DIRECTORY: "systemd's credentials; hotelctl-key in it is the key of the store `file`",
  HOTELCTL_CONFIG_DIR: 'the folder of the profile file',
  HOTELCTL_STATE_DIR: 'the folder of journal, locks, caches and the credential file',
  HOTELCTL_SMTP_PASSWORD: 'the mail server password; never a flag',
  HOTELCTL_AS_OF:
    'the date and time that relative dates are based on, instead of now (set by `schedule run`)',
  HOTELCTL_JOB_LOCK: 'the lock that the command of a job holds (set by `schedule run`)',
  HOTELCTL_SANDBOX:
    'date and address of the sandbox: today is its date, and jobs are not installed in a scheduler (set by `sandbox run`)',
  HOTELCTL_DATABASE_URL:
    'the database of `sync postgres`, instead of PGHOST and related variables; never a flag',
  'AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3 ...':
    'credentials, region and server of s3:// addresses, as in the AWS CLI',
  HOTELCTL_S3_ENCRYPTION:
    "how S3 encrypts the objects: AES256, aws:kms or the ARN of a KMS key (default: the bucket's)",
  HOTELCTL_SHARD: 'the shard of `sync`, such as 3/16; --shard takes precedence',
  HOTELCTL_SHARDS: 'the shard count; a Kubernetes Indexed Job also sets JOB_COMPLETION_INDEX',
  BROWSER: 'the browser command, which is run with the URL as its only argument',
  PAGER: 'the program that shows long help on a terminal (default less; cat for none)',
  'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'the proxy for requests to the platform and its exceptions',
  NODE_EXTRA_CA_CERTS: 'a PEM file with additional certificate authorities to trust',
  HOTELCTL_NO_ANIMATION: 'set to 1 for plain text without bars, symbols or animation, for screen readers',
  'NO_COLOR, FORCE_COLOR': 'no color; color even without a terminal',
  TZ: 'the time zone of "today" where the property\'s is unknown',
} as const;

/** Terms that other files list; a topic has `{settings}` in their place. */
const computedTerms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '{exit codes}': Object.fromEntries(
    exitCodes.map(({ code, meaning, next }) => [code, `${meaning}. Then: ${next}`]),
  ),
  '{settings}': Object.fromEntries(
    settingDefinitions.map(({ environment, summary, flag, usual, fallback = usual, isProfileFlag }) => [
      environment,
      `${summary}; ${isProfileFlag ? 'profile add ' : ''}${flag.split(' ')[0]}${fallback ? `; default ${fallback}` : ''}`,
    ]),
  ),
  '{other variables}': otherVariables,
};

/** The Markdown of a topic: its title is the summary, a list has terms with their meanings, and what is indented is an example. */
function readTopic(markdown: string): Topic {
  const [title = '', ...parts] = markdown.trim().split('\n\n');
  return { summary: title.replace('# ', ''), blocks: parts.map(readBlock) };
}

function readBlock(part: string): Block {
  if (part.startsWith('## ')) return { heading: part.replace('## ', '') };
  if (part.startsWith('    ')) return { example: part.replace(/^ {4}/gm, '') };
  const listed = [...part.matchAll(/^- (.+?): (.+)$/gm)].map(([, term, meaning]) => [term, meaning]);
  const terms = computedTerms[part] ?? Object.fromEntries(listed);
  return Object.keys(terms).length > 0 ? { terms } : { text: part.replaceAll('\n', ' ') };
}

export const topics: Readonly<Record<TopicName, Topic>> = {
  'exit-codes': readTopic(exitCodesTopic),
  environment: readTopic(environmentTopic),
  formats: readTopic(formatsTopic),
  periods: readTopic(periodsTopic),
  cron: readTopic(cronTopic),
};

export function showTopic(name: TopicName, width: number): string {
  return `${topics[name].blocks.map(block => showBlock(block, width)).join('\n\n')}\n`;
}
