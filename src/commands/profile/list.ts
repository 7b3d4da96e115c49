import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { existingProfile } from '../../cli/settings/profiles.ts';
import { Settings } from '../../cli/settings/resolve.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { assumptionKeys, assumptions } from '../../platform/assumptions.ts';
import { type Column, textColumn } from '../../platform/records.ts';

export const profileColumns: readonly Column[] = [
  textColumn('name', 'Profile'),
  {
    name: 'inUse',
    type: 'text',
    heading: 'Current',
    display: record => (record['inUse'] === true ? 'yes' : ''),
  },
  textColumn('baseUrl', 'API host'),
  textColumn('property', 'Property'),
];

export const showColumns: readonly Column[] = [
  textColumn('setting', 'Setting'),
  textColumn('value', 'Value'),
];

const assumptionColumns: readonly Column[] = [
  textColumn('assumption', 'Assumption'),
  textColumn('value', 'Value'),
  textColumn('source', 'Source'),
  textColumn('assumes', 'What is assumed'),
];

export async function listProfiles(open: OpenInvocation, options: OutputOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const { profiles, settings } = invocation;
  await writeRecords(invocation, options, { name: 'profiles', columns: profileColumns }, () =>
    [...profiles.profiles].map(([name, values]) => ({
      name,
      inUse: name === settings.profileName,
      ...values,
    })),
  );
}

export async function showProfile(
  open: OpenInvocation,
  given: string | undefined,
  options: OutputOptions & { readonly assumptions?: boolean },
): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  if (options.assumptions) return showAssumptions(invocation, given, options);
  const name = given ?? invocation.settings.profileName;
  const settings = existingProfile(invocation.profiles, name);
  const records = Object.entries(settings).map(([setting, value]) => ({ setting, value }));
  const view = { name: 'settings', columns: showColumns };
  await writeRecords(invocation, options, view, () => records, { name, settings });
}

/** `--assumptions`: each value that applies, with its source; a profile is not needed for that. */
async function showAssumptions(
  invocation: Invocation,
  given: string | undefined,
  options: OutputOptions,
): Promise<void> {
  const { settings, profiles, context } = invocation;
  const named =
    given && new Settings({}, context.env, { name: given, values: existingProfile(profiles, given) });
  const records = assumptionKeys.map(key => {
    const { value, source } = (named || settings).findAssumption(key);
    const { assumes, usedBy, noticed } = assumptions[key];
    return { assumption: key, value, source, assumes, usedBy, noticed };
  });
  await writeRecords(invocation, options, { name: 'assumptions', columns: assumptionColumns }, () => records);
}
