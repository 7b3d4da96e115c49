import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { addProgram } from './commands/path-programs.ts';
import { freePort } from './http/auth/loopback-ports.ts';
import { hotelctlFile } from './run-hotelctl.ts';
import { fewerBookings } from './sandbox/fewer-bookings.ts';
import { startTestSandbox } from './sandbox/start-test-sandbox.ts';

export type ProgramHome = Awaited<ReturnType<typeof openProgramHome>>;

/**
 * A home whose `bin` has `hotelctl` and a `browser` that simulates a hotel user's clicks, and a sandbox to sign in to.
 * @param name prefix of the folder's name
 */
export async function openProgramHome(name: string) {
  const home = mkdtempSync(join(tmpdir(), `hotelctl-${name}-`));
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const sandbox = await startTestSandbox({
    seed: 'hotelctl',
    today: '2026-11-21',
    redirectUris: [redirectUri],
  });
  fewerBookings(sandbox.hotel);
  await bundle({ 'hotel-user': 'test/hotel-user-browser.ts' }, home);
  const bin = join(home, 'bin');
  mkdirSync(bin);
  addProgram(bin, 'hotelctl', `exec "${process.execPath}" "${hotelctlFile}" "$@"`);
  addProgram(bin, 'browser', `exec "${process.execPath}" "${home}/hotel-user.cjs" "$1"`);
  return {
    home,
    bin,
    sandbox,
    /** What a sign-in needs in addition to the client secret. */
    settings: {
      HOTELCTL_BASE_URL: sandbox.apiUrl,
      HOTELCTL_AUTH_URL: sandbox.authUrl,
      HOTELCTL_CLIENT_ID: sandbox.client.clientId,
      HOTELCTL_REDIRECT_URI: redirectUri,
    },
    /** The command line that stores them, with the property MUC, in the profile munich. */
    addProfile: `profile add munich --property MUC --credential-store file --base-url ${sandbox.apiUrl}
      --auth-url ${sandbox.authUrl} --client-id ${sandbox.client.clientId} --redirect-uri ${redirectUri}`,
    close: async () => {
      await sandbox.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
