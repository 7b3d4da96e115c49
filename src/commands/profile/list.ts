import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { existingProfile } from '../../cli/settings/profiles.ts';
import { writeRecords } from '../../cli/write-records.ts';
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
  options: OutputOptions,
): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const name = given ?? invocation.settings.profileName;
  const settings = existingProfile(invocation.profiles, name);
  const records = Object.entries(settings).map(([setting, value]) => ({ setting, value }));
  const view = { name: 'settings', columns: showColumns };
  await writeRecords(invocation, options, view, () => records, { name, settings });
}
