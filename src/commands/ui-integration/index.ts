import { defineCommand } from '../../cli/command.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { fetchFlags } from '../../cli/untrusted-fetch-flags.ts';
import { targetNames } from '../../platform/ui-integrations/targets.ts';
import {
  checkFlags,
  createViewFlags,
  deleteFlags,
  previewFlags,
  serveFlags,
  updateViewFlags,
} from './flags.ts';

const settings = [
  'integrationUrl',
  'authUrl',
  'clientId',
  'credentialStore',
  'timeout',
  'maxAttempts',
] as const;

/** The known names are suggested; others are sent with a warning, because the platform's list grows. */
const target = {
  form: '[target]',
  summary: 'target of the view; on a terminal, hotelctl prompts for it',
  choices: targetNames,
} as const;
const id = {
  form: '[id]',
  summary: 'id of the UI integration; on a terminal, hotelctl prompts for it',
} as const;

const url = (purpose: string) =>
  ({
    form: '<url>',
    summary: `URL to ${purpose}; - reads it from standard input, because it may contain a secret`,
  }) as const;

const integrationColumns = async () => (await import('./list.ts')).integrationColumns;

export const commands = {
  targets: defineCommand({
    summary: 'list the targets where views can be embedded, with their sizes and forwarded data',
    flags: [outputFlags()],
    columns: async () => (await import('./list.ts')).targetColumns,
    examples: { 'hotelctl ui-integration targets': 'as a table; works offline' },
    run: async (open, options) => (await import('./list.ts')).listTargets(open, options),
  }),
  create: defineCommand({
    summary: 'register a view at a target',
    arguments: [target],
    flags: [createViewFlags, outputFlags()],
    settings,
    columns: async () => (await import('./register.ts')).createdColumns,
    examples: {
      'hotelctl ui-integration create DashboardPropertyContext --label Parking --source-url https://views.example.com/parking --source-type public --property MUC':
        'a public view, for one property',
      'hotelctl ui-integration create ReservationDetailsTab --label Parking --source-url - --source-type private < address.txt':
        'a private endpoint; its URL with the secret token is read from a file',
    },
    run: async (open, options, name) =>
      (await import('./register.ts')).createIntegration(open, name, options),
  }),
  update: defineCommand({
    summary: 'change fields of a UI integration; the others stay unchanged',
    arguments: [target, id],
    flags: [updateViewFlags],
    settings,
    examples: {
      'hotelctl ui-integration update DashboardPropertyContext ABCDEFGH --label "Parking spaces"':
        'change the label',
    },
    run: async (open, options, name, id) =>
      (await import('./register.ts')).updateIntegration(open, name, id, options),
  }),
  delete: defineCommand({
    summary: 'delete a UI integration, after confirmation',
    arguments: [target, id],
    flags: [deleteFlags],
    settings,
    examples: { 'hotelctl ui-integration delete DashboardPropertyContext ABCDEFGH --yes': 'in a script' },
    run: async (open, options, name, id) =>
      (await import('./register.ts')).deleteIntegration(open, name, id, options),
  }),
  list: defineCommand({
    summary: 'list the registered UI integrations of all targets or of one',
    arguments: [{ ...target, summary: 'target to list' }],
    flags: [outputFlags()],
    settings,
    columns: integrationColumns,
    examples: {
      'hotelctl ui-integration list': 'all targets',
      'hotelctl ui-integration list ReservationDetailsTab --format json': 'one target, for a script',
    },
    run: async (open, options, name) => (await import('./list.ts')).listIntegrations(open, options, name),
  }),
  get: defineCommand({
    summary: 'show one UI integration',
    arguments: [target, id],
    flags: [outputFlags()],
    settings,
    columns: integrationColumns,
    examples: { 'hotelctl ui-integration get DashboardPropertyContext ABCDEFGH': 'by target and id' },
    run: async (open, options, name, id) =>
      (await import('./list.ts')).getIntegration(open, options, name, id),
  }),
  test: defineCommand({
    summary: "run the platform's test suite on a registered private integration; exit 10 when it fails",
    arguments: [target, id],
    flags: [outputFlags()],
    settings,
    columns: async () => (await import('./test.ts')).testColumns,
    examples: {
      'hotelctl ui-integration test ReservationDetailsTab ABCDEFGH':
        'show which check failed, and what the platform received',
    },
    run: async (open, options, name, id) =>
      (await import('./test.ts')).testIntegration(open, name, id, options),
  }),
  check: defineCommand({
    summary: "run the platform's checks from this machine; exit 10 when one fails",
    text:
      "Run the platform's checks from this machine before you register a view. Also check what the platform does not: clocks, " +
      'certificates, headers that keep a frame blank, cookies, and whether the endpoint refuses a wrong and a missing secret. The request contains no credentials, follows no redirects, uses no ' +
      'proxy, reads at most 1 MB in 10 s, and goes only to public addresses. The exit code is 10 if a check fails.',
    arguments: [url('check')],
    flags: [checkFlags, fetchFlags, outputFlags()],
    columns: async () => (await import('./check.ts')).checkColumns,
    examples: {
      'hotelctl ui-integration check - < address.txt': 'a private URL with its secret token, from a file',
      'hotelctl ui-integration check https://views.example.com/parking --source-type public': 'a public view',
      'hotelctl ui-integration check - --watch < address.txt':
        'check again and again until Ctrl-C, and print what changes',
    },
    run: async (open, options, url) => (await import('./check.ts')).checkAddress(open, url, options),
  }),
  preview: defineCommand({
    summary: 'show a view on a local page that embeds it as the platform does',
    arguments: [url('preview')],
    flags: [previewFlags, fetchFlags],
    examples: {
      'hotelctl ui-integration preview https://views.example.com/parking --source-type public --target ReservationDetailsTab --context reservationId=HPGMSTGF-1':
        'show the view until Ctrl-C, and why a frame stays blank',
      'hotelctl ui-integration preview http://localhost:5173 --source-type public --allow-private-network':
        'during development',
    },
    run: async (open, options, url) => (await import('./serve.ts')).previewAddress(open, url, options),
  }),
  init: defineCommand({
    summary: 'write an example private endpoint to start from: plain Node.js, without dependencies',
    arguments: [{ form: '<folder>', summary: 'folder of the example, which must not contain a server.mjs' }],
    examples: { 'hotelctl ui-integration init parking-view': 'write parking-view/server.mjs' },
    run: async (open, _, folder) => (await import('./init.ts')).writeExample(open, folder),
  }),
  serve: defineCommand({
    summary: 'serve an example private endpoint that passes all checks',
    flags: [serveFlags],
    examples: {
      'hotelctl ui-integration serve --token-file token.txt --save-cert endpoint.pem':
        'serve until Ctrl-C; in another terminal, check with --ca endpoint.pem --allow-private-network',
    },
    run: async (open, options) => (await import('./serve.ts')).serveEndpoint(open, options),
  }),
};
