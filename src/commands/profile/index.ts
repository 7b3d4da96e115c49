import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import { type Invocation, type OpenInvocation, settingFlags } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { changeProfiles } from '../../cli/profile-change.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Column } from '../../platform/records.ts';
import {
  checkProfileName,
  existingProfile,
  type ProfileFile,
  withoutProfile,
  withProfile,
} from '../../settings/profiles.ts';
import { Settings } from '../../settings/resolve.ts';
import { settingDefinitions } from '../../settings/settings.ts';

const profileSettings = settingDefinitions.map(row => row.name);

const nameOrQuestion = 'its name; on a terminal it is asked for';

const listColumns: readonly Column[] = [
  { name: 'name', type: 'text', heading: 'Profile' },
  {
    name: 'inUse',
    type: 'text',
    heading: 'In use',
    display: record => (record['inUse'] === true ? 'yes' : ''),
  },
  { name: 'baseUrl', type: 'text', heading: 'API host' },
  { name: 'property', type: 'text', heading: 'Property' },
];

const showColumns: readonly Column[] = [
  { name: 'setting', type: 'text', heading: 'Setting' },
  { name: 'value', type: 'text', heading: 'Value' },
];

/** `hotelctl profile`: named sets of settings. Secrets are never among them. */
export function register(profile: Command, open: OpenInvocation): void {
  const leaf = (name: string, summary: string) =>
    profile.command(name).summary(summary).description(sentence(summary));

  const add = leaf('add', 'make a profile, or change settings of one').argument('<name>');
  withExamples(withSettingFlags(add, profileSettings, 'Settings:'), [
    {
      command: 'hotelctl profile add munich --base-url https://api.example.com --property MUC',
      explains: 'two settings, kept',
    },
  ]).action((name: string, options: object) => addProfile(open, name, options));

  withExamples(
    withOutputFlags(leaf('list', 'the profiles, and which one is in use'), async () => listColumns),
    [{ command: 'hotelctl profile list', explains: 'as a table' }],
  ).action(async (options: OutputOptions) => {
    const invocation = await open(options, { mayBeNew: true });
    const { profiles, settings } = invocation;
    await writeRecords(invocation, options, { name: 'profiles', columns: listColumns }, () =>
      [...profiles.profiles].map(([name, values]) => ({
        name,
        inUse: name === settings.profileName,
        ...values,
      })),
    );
  });

  const show = leaf('show', 'the settings of a profile');
  show.argument('[name]', 'the profile; without it the one in use');
  withExamples(
    withOutputFlags(show, async () => showColumns),
    [
      { command: 'hotelctl profile show', explains: 'the one in use' },
      { command: 'hotelctl profile show munich --format json', explains: 'another one, for a script' },
    ],
  ).action(async (given: string | undefined, options: OutputOptions) => {
    const invocation = await open(options, { mayBeNew: true });
    const name = given ?? invocation.settings.profileName;
    const settings = existingProfile(invocation.profiles, name);
    const records = Object.entries(settings).map(([setting, value]) => ({ setting, value }));
    const view = { name: 'settings', columns: showColumns };
    await writeRecords(invocation, options, view, () => records, { name, settings });
  });

  withExamples(leaf('use', 'make a profile the one in use').argument('[name]', nameOrQuestion), [
    { command: 'hotelctl profile use munich', explains: 'for every command from now on' },
  ]).action((given: string | undefined, options: object) =>
    changeExisting(open, given, options, (file, name) => ({ ...file, current: name }), 'in use'),
  );

  const remove = leaf('remove', 'forget the settings of a profile; `hotelctl logout` forgets its tokens');
  withExamples(remove.argument('[name]', nameOrQuestion), [
    {
      command: 'hotelctl logout --profile munich && hotelctl profile remove munich',
      explains: 'its tokens, then its settings',
    },
  ]).action((given: string | undefined, options: object) =>
    changeExisting(open, given, options, withoutProfile, 'removed'),
  );
}

/** @param done what the profile is then, for the note */
async function changeExisting(
  open: OpenInvocation,
  given: string | undefined,
  options: object,
  change: (file: ProfileFile, name: string) => ProfileFile,
  done: string,
): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const name = await profileFrom(invocation, given);
  await changeProfiles(invocation.context, file => {
    existingProfile(file, name);
    return change(file, name);
  });
  await invocation.note(`Profile ${name} is ${done}.`);
}

/** The profile of the command line, or one that a person chooses. @throws UsageError where nobody can be asked */
async function profileFrom(
  { interactive, context, profiles }: Invocation,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return given;
  const names = [...profiles.profiles.keys()];
  if (!interactive || names.length === 0) {
    throw new UsageError("missing required argument 'name'", {
      hint: '`hotelctl profile list` shows what there is',
    });
  }
  return context.prompts.select({ message: 'Profile', choices: names.map(name => ({ name, value: name })) });
}

async function addProfile(open: OpenInvocation, name: string, options: object): Promise<void> {
  checkProfileName(name);
  const { context, note } = await open(options, { mayBeNew: true });
  const given = settingFlags(options);
  // Checked now and not at the first report, which cron may run at night.
  const checking = new Settings(given, {}, { name, values: {} });
  for (const setting of profileSettings) if (given[setting] !== undefined) checking.require(setting);
  const { current } = await changeProfiles(context, file =>
    withProfile(file, name, { ...file.profiles.get(name), ...given }),
  );
  const use = current === name ? 'It is in use' : `\`hotelctl profile use ${name}\` makes it the one in use`;
  await note(`Profile ${name} is kept. ${use}.`);
}
