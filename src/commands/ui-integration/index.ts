import { defineCommand } from '../../cli/command.ts';
import { connectionSettings, outputFlags } from '../../cli/shared-flags.ts';
import { fetchFlags } from '../../cli/untrusted-fetch-flags.ts';
import { targetNames } from '../../platform/ui-integrations/targets.ts';
import { checkFlags, createViewFlags, devFlags, previewFlags, updateViewFlags } from './flags.ts';

const settings = connectionSettings.map(name => (name === 'baseUrl' ? 'integrationUrl' : name));

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
    input: true,
  }) as const;

const returnsIntegrations = { rows: async () => (await import('./list.ts')).integrationColumns };

export const commands = {
  targets: defineCommand({
    summary: 'list the targets where views can be embedded, with their sizes and forwarded data',
    flags: [outputFlags()],
    returns: { rows: async () => (await import('./list.ts')).targetColumns },
    examples: { 'hotelctl ui-integration targets': 'as a table; works offline' },
    plan: async (...given) => (await import('./list.ts')).planTargetList(...given),
  }),
  create: defineCommand({
    summary: 'register a view at a target',
    arguments: [target],
    flags: [createViewFlags, outputFlags()],
    settings,
    returns: { rows: async () => (await import('./register.ts')).createdColumns },
    changes: 'platform',
    examples: {
      'hotelctl ui-integration create DashboardPropertyContext --label Parking --source-url https://views.example.com/parking --source-type public --property MUC':
        'a public view, for one property',
      'hotelctl ui-integration create ReservationDetailsTab --label Parking --source-url - --source-type private < address.txt':
        'a private endpoint; its URL with the secret token is read from a file',
    },
    plan: async (...given) => (await import('./register.ts')).planCreation(...given),
  }),
  update: defineCommand({
    summary: 'change fields of a UI integration; the others stay unchanged',
    arguments: [target, id],
    flags: [updateViewFlags],
    settings,
    changes: 'platform',
    examples: {
      'hotelctl ui-integration update DashboardPropertyContext ABCDEFGH --label "Parking spaces"':
        'change the label',
    },
    plan: async (...given) => (await import('./register.ts')).planUpdate(...given),
  }),
  delete: defineCommand({
    summary: 'delete a UI integration, after confirmation',
    arguments: [target, id],
    flags: [{ '-y, --yes': { summary: 'do not prompt for confirmation', onlyOnCommandLine: true } }],
    settings,
    changes: 'platform',
    examples: { 'hotelctl ui-integration delete DashboardPropertyContext ABCDEFGH --yes': 'in a script' },
    plan: async (...given) => (await import('./register.ts')).planDeletion(...given),
  }),
  list: defineCommand({
    summary: 'list the registered UI integrations, for all targets or one',
    arguments: [{ ...target, summary: 'target to list' }],
    flags: [outputFlags()],
    settings,
    returns: returnsIntegrations,
    examples: {
      'hotelctl ui-integration list': 'all targets',
      'hotelctl ui-integration list ReservationDetailsTab --format json': 'one target, for a script',
    },
    plan: async (...given) => (await import('./list.ts')).planIntegrationList(...given),
  }),
  get: defineCommand({
    summary: 'show one UI integration',
    arguments: [target, id],
    flags: [outputFlags()],
    settings,
    returns: returnsIntegrations,
    examples: { 'hotelctl ui-integration get DashboardPropertyContext ABCDEFGH': 'by target and id' },
    plan: async (...given) => (await import('./list.ts')).planIntegrationView(...given),
  }),
  test: defineCommand({
    summary: "run the platform's test suite on a registered private integration; exit code 10 if it fails",
    arguments: [target, id],
    flags: [outputFlags()],
    settings,
    returns: { rows: async () => (await import('./check.ts')).testColumns },
    examples: {
      'hotelctl ui-integration test ReservationDetailsTab ABCDEFGH':
        'show which check failed and what the platform received',
    },
    plan: async (...given) => (await import('./check.ts')).planTest(...given),
  }),
  check: defineCommand({
    summary: "run the platform's checks from this machine; exit code 10 if one fails",
    text:
      "Run the platform's checks from this machine before you register a view. Also check what the platform does not: clocks, " +
      'certificates, headers that keep a frame blank, cookies, and whether the endpoint refuses a wrong and a missing secret. The request contains no credentials, follows no redirects, uses no ' +
      'proxy, reads at most 1 MB in 10 s, and goes only to public addresses. The exit code is 10 if a check fails.',
    arguments: [url('check')],
    flags: [checkFlags, fetchFlags, outputFlags()],
    returns: { rows: async () => (await import('./check.ts')).checkColumns },
    examples: {
      'hotelctl ui-integration check - < address.txt': 'a private URL with its secret token, from a file',
      'hotelctl ui-integration check https://views.example.com/parking --source-type public': 'a public view',
    },
    plan: async (...given) => (await import('./check.ts')).planCheck(...given),
  }),
  preview: defineCommand({
    summary: 'show a view on a local page that embeds it as the platform does',
    arguments: [url('preview')],
    flags: [previewFlags, fetchFlags],
    examples: {
      'hotelctl ui-integration preview https://views.example.com/parking --source-type public --target ReservationDetailsTab --context reservationId=HPGMSTGF-1':
        'show the view, and why a frame stays blank, until Ctrl-C',
      'hotelctl ui-integration preview http://localhost:5173 --source-type public --allow-private-network':
        'during development',
    },
    run: async (...given) => (await import('./dev.ts')).previewAddress(...given),
  }),
  init: defineCommand({
    summary: 'write an example private endpoint to start from: plain Node.js, without dependencies',
    arguments: [{ form: '<folder>', summary: 'folder of the example, which must not contain a server.mjs' }],
    examples: { 'hotelctl ui-integration init parking-view': 'write parking-view/server.mjs' },
    run: async (...given) => (await import('./init.ts')).writeExample(...given),
  }),
  dev: defineCommand({
    summary: 'develop a view: server, certificate, sandbox, preview and checks, until Ctrl-C',
    text:
      'Start FOLDER/server.mjs with a token and a certificate, or use your own running server. Register the view in a local sandbox, open a preview in the browser, ' +
      'and check and reload the view whenever a file of the folder changes. Each change prints one line. Ctrl-C ends everything.',
    arguments: [{ form: '[folder]', summary: 'folder to run and watch (default: the current folder)' }],
    flags: [devFlags],
    examples: {
      'hotelctl ui-integration dev parking-view --target ReservationDetailsTab':
        'the folder that `ui-integration init parking-view` wrote',
      'hotelctl ui-integration dev . --url http://localhost:5173 --source-type public':
        'a development server that is running already',
    },
    run: async (...given) => (await import('./dev.ts')).developView(...given),
  }),
};
