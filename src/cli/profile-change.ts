import type { Context } from '../base/context.ts';
import { withLock } from '../lock/lock.ts';
import { type ProfileFile, readProfiles, writeProfiles } from '../settings/profiles.ts';

/**
 * Reads the profile file, changes it and writes it, while no other hotelctl does: a login takes minutes, and a profile
 * that was added meanwhile must not be lost.
 */
export function changeProfiles(
  context: Context,
  change: (file: ProfileFile) => ProfileFile,
): Promise<ProfileFile> {
  return withLock('profiles', context, async () => {
    const changed = change(await readProfiles(context));
    await writeProfiles(context.folders, changed);
    return changed;
  });
}
