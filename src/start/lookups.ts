/**
 * Name lookups run in threads that Node.js waits for before it ends, and a lookup cannot be stopped. glibc gives one up
 * after its own limit only, by default after ten seconds: two attempts of five.
 */
const systemLimit = 10;

/**
 * Makes glibc give up a lookup at the time limit of the command if that is shorter. glibc reads RES_OPTIONS when a
 * thread first looks up a name, and Node.js passes on what is assigned to `process.env`. A value of the user is kept.
 * Other systems are not concerned, and musl ignores the variable.
 *
 * @param seconds a lost packet is asked for again only where the system would do so, after five seconds
 */
export function limitLookups(env: NodeJS.ProcessEnv, seconds: number): void {
  if (process.platform !== 'linux' || env['RES_OPTIONS'] !== undefined || seconds >= systemLimit) return;
  const attempts = seconds > systemLimit / 2 ? 2 : 1;
  env['RES_OPTIONS'] = `timeout:${Math.max(1, Math.floor(seconds / attempts))} attempts:${attempts}`;
}

/** Whether a lookup keeps the process from ending. */
export const isLookingUp = (): boolean => process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
