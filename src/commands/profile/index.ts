import { defineCommand } from '../../cli/command.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { existingProfile } from '../../cli/settings/profiles.ts';
import { Settings } from '../../cli/settings/resolve.ts';
import { settingNames } from '../../cli/settings/settings.ts';
import { type OutputOptions, outputFlags, settingFlags } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { assumptionKeys, assumptions } from '../../platform/assumptions.ts';
import { type Column, textColumn, textColumns } from '../../platform/records.ts';

const changes = () => import('./changes.ts');

/** A secret: the value is never an argument. */
const smtpPasswordName = 'smtpPassword';

const nameOrPrompt = {
  form: '[name]',
  summary: 'name of the profile; on a terminal, hotelctl prompts for it',
};
const nameOrCurrent = { form: '[name]', summary: 'name of the profile (default: the current profile)' };

export const commands = {
  add: defineCommand({
    summary: 'create a profile, or change its settings',
    arguments: [{ form: '<name>', summary: 'name of the profile' }],
    flags: [{ 'Settings:': settingFlags(settingNames) }],
    examples: {
      'hotelctl profile add munich --base-url https://api.example.com --property MUC':
        'save two settings as profile munich',
    },
    plan: async (...given) => (await changes()).planAddition(...given),
  }),
  list: defineCommand({
    summary: 'list the profiles and show which one is current',
    flags: [outputFlags()],
    returns: { rows: async () => profileColumns },
    examples: { 'hotelctl profile list': 'as a table' },
    plan: planProfileList,
  }),
  show: defineCommand({
    summary: 'show the settings of a profile',
    arguments: [nameOrCurrent],
    flags: [
      { '--assumptions': 'show what is assumed about the platform instead, each value with its source' },
      outputFlags(),
    ],
    returns: { rows: async () => showColumns },
    examples: {
      'hotelctl profile show': 'the current profile',
      'hotelctl profile show --assumptions': 'what hotelctl assumes about the platform',
      'hotelctl profile show munich --format json': 'another profile, for a script',
    },
    plan: planProfileView,
  }),
  use: defineCommand({
    summary: 'make a profile the current one',
    arguments: [nameOrPrompt],
    examples: { 'hotelctl profile use munich': 'for every command from now on' },
    plan: async (...given) => (await changes()).planUse(...given),
  }),
  remove: defineCommand({
    summary: 'delete a profile and its mail server password, after `hotelctl logout`',
    arguments: [nameOrPrompt],
    examples: {
      'hotelctl logout --profile munich && hotelctl profile remove munich':
        'delete the tokens, then the settings',
    },
    plan: async (...given) => (await changes()).planRemoval(...given),
  }),
  set: defineCommand({
    summary: 'set one setting of a profile',
    opens: {},
    arguments: [
      {
        form: '<key>',
        summary: 'name of the setting',
        choices: [...settingNames, smtpPasswordName, ...assumptionKeys],
      },
      { form: '[value]', summary: "value of the setting; '' removes it" },
    ],
    examples: {
      'hotelctl profile set smtpPassword':
        "prompt for the mail server's password and save it in the credential store",
      'hotelctl profile set property MUC': 'in the current profile',
      "hotelctl profile set delimiter ';' --profile munich": 'CSV for Excel in another profile',
      "hotelctl profile set budget ''": 'without a budget',
    },
    plan: async (invocation, _, key, value) =>
      key === smtpPasswordName
        ? (await changes()).planSmtpPassword(invocation, value)
        : (await changes()).planValue(invocation, key, value),
  }),
  get: defineCommand({
    summary: 'print one setting of a profile',
    opens: {},
    arguments: [
      { form: '<key>', summary: 'name of the setting', choices: [...settingNames, ...assumptionKeys] },
    ],
    examples: { 'hotelctl profile get baseUrl': 'from the current profile' },
    plan: async (...given) => (await changes()).planPrintedValue(...given),
  }),
  export: defineCommand({
    summary: 'write a profile to a file, without secrets',
    arguments: [nameOrCurrent],
    flags: [{ '-o, --output <file>': 'write to this file (replaced atomically) (default standard output)' }],
    examples: { 'hotelctl profile export munich -o munich.json': 'to send to a hotel' },
    plan: async (...given) => (await changes()).planExport(...given),
  }),
  import: defineCommand({
    summary: 'add a profile from a file written by `hotelctl profile export`, after you confirm its hosts',
    arguments: [{ form: '<file>', summary: 'exported profile' }],
    flags: [{ '-y, --yes': 'trust the hosts in the file; do not prompt for confirmation' }],
    examples: {
      'hotelctl profile import munich.json': 'confirm its hosts, and use the name in the file',
      'hotelctl profile import munich.json --profile test --yes': 'under another name, in a script',
    },
    plan: async (...given) => (await changes()).planImport(...given),
  }),
};

const profileColumns: readonly Column[] = [
  textColumn('name', 'Profile'),
  { ...textColumn('inUse', 'In use'), display: record => (record['inUse'] === true ? 'yes' : '') },
  textColumn('baseUrl', 'API host'),
  textColumn('property', 'Property'),
];

const showColumns: readonly Column[] = textColumns('setting', 'value');

const assumptionColumns: readonly Column[] = [
  ...textColumns('assumption', 'value', 'source'),
  textColumn('assumes', 'What is assumed'),
];

async function planProfileList(invocation: Invocation, options: OutputOptions) {
  const { profiles, settings } = invocation;
  const write = await planRecords(invocation, options, { name: 'profiles', columns: profileColumns });
  const records = [...profiles.profiles].map(([name, values]) => ({
    name,
    inUse: name === settings.profileName,
    ...values,
  }));
  return () => write(() => records);
}

async function planProfileView(
  invocation: Invocation,
  options: OutputOptions & { readonly assumptions?: boolean },
  given: string | undefined,
) {
  if (options.assumptions) return planAssumptions(invocation, given, options);
  const name = given ?? invocation.settings.profileName;
  const settings = existingProfile(invocation.profiles, name);
  const records = Object.entries(settings).map(([setting, value]) => ({ setting, value }));
  const write = await planRecords(invocation, options, { name: 'settings', columns: showColumns });
  return () => write(() => records, { name, settings });
}

/** `--assumptions`: each value that applies, with its source; a profile is not needed for that. */
async function planAssumptions(invocation: Invocation, given: string | undefined, options: OutputOptions) {
  const { settings, profiles, context } = invocation;
  const named =
    given && new Settings({}, context.env, { name: given, values: existingProfile(profiles, given) });
  const records = assumptionKeys.map(key => {
    const { value, source } = (named || settings).find(key);
    const { assumes, usedBy, noticed } = assumptions[key];
    return { assumption: key, value, source, assumes, usedBy, noticed };
  });
  const write = await planRecords(invocation, options, { name: 'assumptions', columns: assumptionColumns });
  return () => write(() => records);
}
