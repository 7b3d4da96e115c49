import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { existingProfile } from '../../cli/settings/profiles.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Column } from '../../platform/records.ts';

export const profileColumns: readonly Column[] = [
  { name: 'name', type: 'text', heading: 'Profile' },
  {
    name: 'inUse',
    type: 'text',
    heading: 'Current',
    display: record => (record['inUse'] === true ? 'yes' : ''),
  },
  { name: 'baseUrl', type: 'text', heading: 'API host' },
  { name: 'property', type: 'text', heading: 'Property' },
];

export const showColumns: readonly Column[] = [
  { name: 'setting', type: 'text', heading: 'Setting' },
  { name: 'value', type: 'text', heading: 'Value' },
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
