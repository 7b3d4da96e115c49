/** Clock and random numbers are parameters, so that tests of retries do not wait. */
export interface HttpPorts {
  readonly clock: { now(): number; sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly random: { fraction(): number };
}

export interface HttpLimits {
  /** Total time for one request, retries included, in milliseconds (`--timeout`). */
  readonly timeout: number;
  /** The first attempt included (`--max-attempts`). */
  readonly maxAttempts: number;
}
