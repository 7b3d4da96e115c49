import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { FetchOptions } from '../../cli/untrusted-fetch-flags.ts';
import { sourceTypes, targetNames } from '../../platform/ui-integrations/targets.ts';

const sourceType = 'whether the URL is the view itself, or a private endpoint that returns its URL';

const addressFlags = {
  '--label <text>': 'text in the header of the view',
  '--source-url <url>': 'https URL; - reads it from standard input, because it may contain a secret',
  '--source-type <type>': { summary: sourceType, choices: sourceTypes },
} as const;

const fieldFlags = {
  '--icon-source <icon>': 'icon of the view',
  '--label-translation <language=text>': {
    summary: 'label in another language; may be repeated',
    repeatable: true,
  },
  '--property <id>': {
    summary: 'enable the view only for this property; may be repeated (default: all properties)',
    repeatable: true,
    name: 'propertyIds',
  },
  '--role <role>': {
    summary: 'show the view only to hotel users with this role; may be repeated (default: all roles)',
    repeatable: true,
  },
} as const;

export const createViewFlags = {
  'Required flags:': addressFlags,
  'Flags:': {
    ...fieldFlags,
    '--code <code>': 'identifier of the integration, which cannot be changed later (default: the target)',
  },
} as const;

export const updateViewFlags = {
  'Flags:': {
    ...addressFlags,
    ...fieldFlags,
    '--all-properties': 'enable the view for all properties',
    '--code <code>': { summary: '', hidden: true },
  },
} as const;

export type RegistrationFlags = Options<typeof createViewFlags>;
export type UpdateFlags = Options<typeof updateViewFlags>;

export const deleteFlags = { 'Flags:': { '-y, --yes': 'do not prompt for confirmation' } } as const;

const addressKind = {
  '--source-type <type>': { summary: sourceType, fallback: 'private', choices: sourceTypes },
} as const;

export const checkFlags = {
  'Flags:': {
    ...addressKind,
    '--target <target>': {
      summary: 'target whose context, with example values, is appended to the URL of the view',
      choices: targetNames,
    },
    '--watch': 'check every 2 seconds until Ctrl-C, and print only what changes',
  },
} as const;

export type CheckOptions = Options<typeof checkFlags> & FetchOptions & OutputOptions;

export const previewFlags = {
  'Flags:': {
    ...addressKind,
    '--target <target>': {
      summary: 'target to show first; the page can switch to the others',
      fallback: 'DashboardPropertyContext',
      choices: targetNames,
    },
    '--context <name=value>': {
      summary: 'parameter to append to the URL; may be repeated',
      repeatable: true,
    },
    '--label <text>': { summary: 'text in the header of the view', fallback: 'My view' },
    '--port <port>': { summary: 'port of the page on this machine; 0 chooses a free port', fallback: '0' },
    '--no-browser': 'print the URL instead of opening it',
  },
} as const;

export type PreviewFlags = Options<typeof previewFlags> & FetchOptions;

export const serveFlags = {
  'Flags:': {
    '--public-url <url>': 'URL of the view (default: an example view)',
    '--valid-for <duration>': {
      summary: 'how long a returned URL is valid, such as 90s, 10m or 1h',
      fallback: '10m',
    },
    '--token-file <file>': 'file with the secret token that callers must send; created if it does not exist',
    '--port <port>': { summary: 'port on this machine; 0 chooses a free port', fallback: '8443' },
    '--tls-cert <file>': 'certificate (PEM file) (default: self-signed)',
    '--tls-key <file>': 'private key of the certificate (PEM file)',
    '--save-cert <file>': 'write the self-signed certificate to this file, for --ca',
  },
} as const;

export type ServeFlags = Options<typeof serveFlags>;
