import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import type { FetchOptions } from '../../cli/untrusted-fetch-flags.ts';
import { sourceTypes, targetNames } from '../../platform/ui-integrations/targets.ts';

const sourceType = 'whether the URL is the view itself, or a private endpoint that returns its URL';

const addressFlags = {
  '--label <text>': 'text in the header of the view',
  '--source-url <url>': {
    summary: 'https URL; - reads it from standard input, because it may contain a secret',
    input: true,
  },
  '--source-type <type>': { summary: sourceType, choices: sourceTypes },
} as const;

const fieldFlags = {
  '--icon-source <icon>': 'icon of the view',
  '--label-translation <language=text>...': 'label in another language; may be repeated',
  '--property <id>...': {
    summary:
      'enable the view only for these properties, separated by commas; may be repeated (default: all properties)',
    name: 'propertyIds',
  },
  '--role <role>...':
    'show the view only to hotel users with this role; may be repeated (default: all roles)',
} as const;

export const createViewFlags = {
  'Required flags:': addressFlags,
  ...fieldFlags,
  '--code <code>': 'identifier of the integration, which cannot be changed later (default: the target)',
} as const;

export const updateViewFlags = {
  ...addressFlags,
  ...fieldFlags,
  '--all-properties': 'enable the view for all properties',
} as const;

export type RegistrationFlags = Options<typeof createViewFlags>;
export type UpdateFlags = Options<typeof updateViewFlags>;

const addressKind = {
  '--source-type <type>': { summary: sourceType, fallback: 'private', choices: sourceTypes },
} as const;

export const checkFlags = {
  ...addressKind,
  '--target <target>': {
    summary: 'target whose context, with example values, is appended to the URL of the view',
    choices: targetNames,
  },
} as const;

export type CheckOptions = Options<typeof checkFlags> & FetchOptions & OutputOptions;

const shownFlags = {
  '--target <target>': {
    summary: 'target to show first; the page can switch to the others',
    fallback: 'DashboardPropertyContext',
    choices: targetNames,
  },
  '--context <name=value>...': 'parameter to append to the URL; may be repeated',
  '--label <text>': { summary: 'text in the header of the view', fallback: 'My view' },
  '--no-browser': 'print the URL instead of opening it',
} as const;

export const previewFlags = {
  ...addressKind,
  ...shownFlags,
  '--port <port>': { summary: 'port of the page on this machine; 0 chooses a free port', fallback: '0' },
} as const;

export type PreviewFlags = Options<typeof previewFlags> & FetchOptions;

export const devFlags = {
  '--url <url>':
    'use your own running server instead of starting FOLDER/server.mjs; - reads the URL from standard input',
  ...addressKind,
  ...shownFlags,
  '--ca <file>': 'certificate authority of your own server (PEM file)',
} as const;

export type DevFlags = Options<typeof devFlags>;
