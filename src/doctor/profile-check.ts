import { stat } from 'node:fs/promises';
import { profilePath } from '../settings/profiles.ts';
import type { Examination } from './examination.ts';
import { type Finding, failed, finding } from './finding.ts';

/** The profile in use, and whether its file is its owner's alone to write: who can write it can send tokens elsewhere. */
export async function profileFindings(examination: Examination): Promise<readonly Finding[]> {
  const { context, settings, profiles, profileProblem, profileNamedBy } = examination;
  if (profileProblem) return [failed('settings', 'profile', profileProblem)];
  const path = profilePath(context.folders);
  const count = profiles.profiles.size;
  if (count === 0) {
    return [
      finding('settings', 'profile', 'skipped', `none in ${path}: settings come from flags and environment`),
    ];
  }
  const how = profileNamedBy ?? (profiles.current === undefined ? 'no other was chosen' : 'the one in use');
  const others = count > 1 ? `, of ${count}` : '';
  return [
    finding('settings', 'profile', 'ok', `${settings.profileName} (${how})${others}, in ${path}`),
    ...(await openness(path, context.host.uid)),
  ];
}

async function openness(path: string, uid: number | null): Promise<readonly Finding[]> {
  // Windows keeps a profile's folders to their user by access lists, which have no mode bits.
  if (uid === null) return [];
  const { mode, uid: owner } = await stat(path);
  if (owner !== uid) {
    return [
      finding(
        'settings',
        'profile file',
        'warning',
        'it belongs to another user, who can change which hosts get your tokens',
        `take it over: chown ${uid} '${path}'`,
      ),
    ];
  }
  if ((mode & 0o022) === 0) return [];
  return [
    finding(
      'settings',
      'profile file',
      'warning',
      'other users of this machine can write it, and so change which hosts get your tokens',
      `close it with: chmod go-w '${path}'`,
    ),
  ];
}
