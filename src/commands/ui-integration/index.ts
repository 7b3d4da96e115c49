import type { Command } from 'commander';
import { collect, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { sourceTypes, targetNames } from '../../platform/ui-integrations/targets.ts';
import type { RegistrationFlags } from './register.ts';
import { registerViewing } from './viewing.ts';

const hostSettings = [
  'integrationUrl',
  'authUrl',
  'clientId',
  'credentialStore',
  'timeout',
  'maxAttempts',
] as const;

const id = 'id of the UI integration; on a terminal, hotelctl prompts for it';
const registered = async () => (await import('./list.ts')).integrationColumns;

/** `hotelctl ui-integration`: views that the platform embeds in its screens (platform.md, "UI integration service"). */
export function register(group: Command, open: OpenInvocation): void {
  const leaf = (name: string, summary: string) =>
    group.command(name).summary(summary).description(sentence(summary));

  withExamples(
    withOutputFlags(
      leaf('targets', 'list the targets where views can be embedded, with their sizes and forwarded data'),
      async () => (await import('./list.ts')).targetColumns,
    ),
    [{ command: 'hotelctl ui-integration targets', explains: 'as a table; works offline' }],
  ).action(async (options: OutputOptions) => {
    const { listTargets } = await import('./list.ts');
    await listTargets(open, options);
  });

  registerChanges(group, leaf, open);

  const list = leaf('list', 'list the registered UI integrations of all targets or of one').addArgument(
    target(group, '[target]', 'target to list'),
  );
  withExamples(withSettingFlags(withOutputFlags(list, registered), hostSettings), [
    { command: 'hotelctl ui-integration list', explains: 'all targets' },
    {
      command: 'hotelctl ui-integration list ReservationDetailsTab --format json',
      explains: 'one target, for a script',
    },
  ]).action(async (name: string | undefined, options: OutputOptions) => {
    const { listIntegrations } = await import('./list.ts');
    await listIntegrations(open, options, name);
  });

  const get = leaf('get', 'show one UI integration')
    .addArgument(target(group, '[target]'))
    .argument('[id]', id);
  withExamples(withSettingFlags(withOutputFlags(get, registered), hostSettings), [
    {
      command: 'hotelctl ui-integration get DashboardPropertyContext ABCDEFGH',
      explains: 'by target and id',
    },
  ]).action(async (name: string | undefined, id: string | undefined, options: OutputOptions) => {
    const { getIntegration } = await import('./list.ts');
    await getIntegration(open, options, name, id);
  });

  const test = leaf(
    'test',
    "run the platform's test suite on a registered private integration; exit 10 when it fails",
  )
    .addArgument(target(group, '[target]'))
    .argument('[id]', id);
  withExamples(
    withSettingFlags(
      withOutputFlags(test, async () => (await import('./test.ts')).testColumns),
      hostSettings,
    ),
    [
      {
        command: 'hotelctl ui-integration test ReservationDetailsTab ABCDEFGH',
        explains: 'show which check failed, and what the platform received',
      },
    ],
  ).action(async (name: string | undefined, id: string | undefined, options: OutputOptions) => {
    const { testIntegration } = await import('./test.ts');
    await testIntegration(open, name, id, options);
  });

  registerViewing(leaf, open);
}

type Leaf = (name: string, summary: string) => Command;

function registerChanges(group: Command, leaf: Leaf, open: OpenInvocation): void {
  const create = withRegistrationFlags(
    leaf('create', 'register a view at a target').addArgument(target(group, '[target]')),
    'Required flags:',
  );
  create.option(
    '--code <code>',
    'identifier of the integration, which cannot be changed later (default: the target)',
  );
  withExamples(
    withSettingFlags(
      withOutputFlags(create, async () => (await import('./register.ts')).createdColumns),
      hostSettings,
    ),
    [
      {
        command:
          'hotelctl ui-integration create DashboardPropertyContext --label Parking --source-url https://views.example.com/parking --source-type public --property MUC',
        explains: 'a public view, for one property',
      },
      {
        command:
          'hotelctl ui-integration create ReservationDetailsTab --label Parking --source-url - --source-type private < address.txt',
        explains: 'a private endpoint; its URL with the secret token is read from a file',
      },
    ],
  ).action(async (name: string | undefined, options: RegistrationFlags & OutputOptions) => {
    const { createIntegration } = await import('./register.ts');
    await createIntegration(open, name, options);
  });

  const update = withRegistrationFlags(
    leaf('update', 'change fields of a UI integration; the others stay unchanged')
      .addArgument(target(group, '[target]'))
      .argument('[id]', id),
    'Flags:',
  )
    .option('--all-properties', 'enable the view for all properties')
    .addOption(group.createOption('--code <code>').hideHelp());
  withExamples(withSettingFlags(update, hostSettings), [
    {
      command: 'hotelctl ui-integration update DashboardPropertyContext ABCDEFGH --label "Parking spaces"',
      explains: 'change the label',
    },
  ]).action(async (name: string | undefined, id: string | undefined, options: RegistrationFlags) => {
    const { updateIntegration } = await import('./register.ts');
    await updateIntegration(open, name, id, options);
  });

  const remove = leaf('delete', 'delete a UI integration, after confirmation')
    .addArgument(target(group, '[target]'))
    .argument('[id]', id)
    .option('-y, --yes', 'do not prompt for confirmation');
  withExamples(withSettingFlags(remove, hostSettings), [
    {
      command: 'hotelctl ui-integration delete DashboardPropertyContext ABCDEFGH --yes',
      explains: 'in a script',
    },
  ]).action(async (name: string | undefined, id: string | undefined, options: { readonly yes?: boolean }) => {
    const { deleteIntegration } = await import('./register.ts');
    await deleteIntegration(open, name, id, options);
  });
}

/** The known names are suggested; others are sent with a warning, because the platform's list grows. */
function target(
  group: Command,
  name: string,
  words = 'target of the view; on a terminal, hotelctl prompts for it',
) {
  const argument = group.createArgument(name, words);
  argument.argChoices = [...targetNames];
  return argument;
}

function withRegistrationFlags(command: Command, heading: string): Command {
  const type = command.createOption(
    '--source-type <type>',
    'whether the URL is the view itself, or a private endpoint that returns its URL',
  );
  const property = command.createOption(
    '--property <id>',
    'enable the view only for this property; may be repeated (default: all properties)',
  );
  property.attributeName = () => 'propertyIds';
  return command
    .optionsGroup(heading)
    .option('--label <text>', 'text in the header of the view')
    .option(
      '--source-url <url>',
      'https URL; - reads it from standard input, because it may contain a secret',
    )
    .addOption(withChoices(type, sourceTypes))
    .optionsGroup('Flags:')
    .option('--icon-source <icon>', 'icon of the view')
    .option('--label-translation <language=text>', 'label in another language; may be repeated', collect)
    .addOption(property.argParser(collect))
    .option(
      '--role <role>',
      'show the view only to hotel users with this role; may be repeated (default: all roles)',
      collect,
    );
}
