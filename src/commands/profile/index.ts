import type { Command } from 'commander';
import { withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import { type OpenInvocation, settingFlags } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { profileKeys } from '../../cli/settings/profile-keys.ts';
import { settingDefinitions } from '../../cli/settings/settings.ts';
import {
  addProfile,
  changeExistingProfile,
  exportProfile,
  getValue,
  importProfile,
  removeProfile,
  setValue,
} from './changes.ts';
import { listProfiles, profileColumns, showColumns, showProfile } from './list.ts';

/** A secret: the value is never an argument. */
const smtpPasswordName = 'smtpPassword';

const settingNames = settingDefinitions.map(row => row.name);

const nameOrPrompt = 'name of the profile; on a terminal, hotelctl prompts for it';
const nameOrCurrent = 'name of the profile (default: the current profile)';

/** `hotelctl profile`: named sets of settings. They never contain secrets. */
export function register(profile: Command, open: OpenInvocation): void {
  const leaf = (name: string, summary: string) =>
    profile.command(name).summary(summary).description(sentence(summary));

  const add = leaf('add', 'create a profile, or change its settings').argument(
    '<name>',
    'name of the profile',
  );
  withExamples(withSettingFlags(add, settingNames, 'Settings:'), [
    {
      command: 'hotelctl profile add munich --base-url https://api.example.com --property MUC',
      explains: 'save two settings as profile munich',
    },
  ]).action((name: string, options: object) => addProfile(open, name, settingFlags(options)));

  withExamples(
    withOutputFlags(
      leaf('list', 'list the profiles, and show which one is current'),
      async () => profileColumns,
    ),
    [{ command: 'hotelctl profile list', explains: 'as a table' }],
  ).action((options: OutputOptions) => listProfiles(open, options));

  withExamples(
    withOutputFlags(
      leaf('show', 'show the settings of a profile').argument('[name]', nameOrCurrent),
      async () => showColumns,
    ),
    [
      { command: 'hotelctl profile show', explains: 'the current profile' },
      { command: 'hotelctl profile show munich --format json', explains: 'another profile, for a script' },
    ],
  ).action((given: string | undefined, options: OutputOptions) => showProfile(open, given, options));

  withExamples(leaf('use', 'make a profile the current one').argument('[name]', nameOrPrompt), [
    { command: 'hotelctl profile use munich', explains: 'for every command from now on' },
  ]).action((given: string | undefined) =>
    changeExistingProfile(
      open,
      given,
      (file, name) => ({ ...file, current: name }),
      name => `Profile ${name} is now the current profile.`,
    ),
  );

  const remove = leaf(
    'remove',
    'delete a profile and its mail server password; `hotelctl logout` deletes its tokens',
  );
  withExamples(remove.argument('[name]', nameOrPrompt), [
    {
      command: 'hotelctl logout --profile munich && hotelctl profile remove munich',
      explains: 'delete the tokens, then the settings',
    },
  ]).action((given: string | undefined) => removeProfile(open, given));

  const keyArgument = () => {
    const argument = profile.createArgument('<key>', 'name of the setting');
    argument.argChoices = profileKeys.map(({ key }) => key);
    return argument;
  };
  const anyKey = keyArgument();
  anyKey.argChoices = [...(anyKey.argChoices ?? []), smtpPasswordName];
  withExamples(
    leaf('set', 'set one setting of a profile')
      .addArgument(anyKey)
      .argument('[value]', 'value of the setting'),
    [
      {
        command: 'hotelctl profile set smtpPassword',
        explains: 'prompt for the password of the mail server, and save it in the credential store',
      },
      { command: 'hotelctl profile set property MUC', explains: 'in the current profile' },
      {
        command: "hotelctl profile set delimiter ';' --profile munich",
        explains: 'CSV for Excel in another profile',
      },
    ],
  ).action(async (key: string, value: string | undefined) => {
    if (key !== smtpPasswordName) return setValue(open, key, value);
    const { setSmtpPassword } = await import('./changes.ts');
    return setSmtpPassword(open, value);
  });

  withExamples(leaf('get', 'print one setting of a profile').addArgument(keyArgument()), [
    { command: 'hotelctl profile get baseUrl', explains: 'from the current profile' },
  ]).action((key: string) => getValue(open, key));

  withExamples(
    leaf('export', 'write a profile to a file, without secrets')
      .argument('[name]', nameOrCurrent)
      .option('-o, --output <file>', 'write to this file (replaced atomically) (default standard output)'),
    [{ command: 'hotelctl profile export munich -o munich.json', explains: 'to send to a hotel' }],
  ).action((given: string | undefined, options: { readonly output?: string }) =>
    exportProfile(open, given, options.output),
  );

  withExamples(
    leaf('import', 'add a profile from a file of `hotelctl profile export`').argument(
      '<file>',
      'exported profile',
    ),
    [
      { command: 'hotelctl profile import munich.json', explains: 'under the name in the file' },
      { command: 'hotelctl profile import munich.json --profile test', explains: 'under another name' },
    ],
  ).action((file: string) => importProfile(open, file));
}
