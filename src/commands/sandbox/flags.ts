import type { Options } from '../../cli/flags.ts';
import type { FetchOptions } from '../../cli/untrusted-fetch-flags.ts';

export const hotelFlags = {
  '--seed <text>': {
    summary: 'seed of the invented data; the same seed generates the same data',
    fallback: 'hotelctl',
  },
  '--today <date>':
    'business day of the properties, and today of the command of `sandbox run` (default today)',
  '--properties <count>': 'number of properties, 1 to 50 (default 3)',
  '--hotels <kind>': {
    summary:
      'ugly serves seven hotels with unusual figures instead: seasonal, opened mid-month, renovated, overbooked, with missing days, with a former currency, closed',
    choices: ['usual', 'ugly'],
    fallback: 'usual',
  },
  '--token-lifetime <seconds>': 'lifetime of access tokens, in seconds (default 3600)',
  '--redirect-uri <uri>...': 'also register this redirect URI; may be repeated',
  '--size <size>': {
    summary: 'length of the list reports',
    choices: ['usual', 'large'],
    fallback: 'usual',
  },
  '--records <count>': 'number of records in a list report with --size large (default 100000)',
} as const;

export const faultFlags = {
  'Fault flags:': {
    '--fault <rule>...':
      "simulate a fault, such as 'api=503,times=2'; may be repeated, and the first matching rule applies",
  },
} as const;

export const portFlags = {
  '--port <port>': {
    summary: 'port of the API host; the other hosts use the next three ports; 0 chooses free ports',
    fallback: '8970',
  },
} as const;

export type SandboxFlags = Options<typeof hotelFlags | typeof faultFlags> & FetchOptions;
export type StartFlags = SandboxFlags & Options<typeof portFlags>;
