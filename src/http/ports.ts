/** What the HTTP core needs from outside, handed in so that tests of retries take no time. */
export interface HttpPorts {
  readonly clock: { now(): number; sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly random: { fraction(): number };
}

export interface HttpLimits {
  /** Total time for one request, retries included, in milliseconds (`--timeout`). */
  readonly timeout: number;
  /** Tries in all, the first included (`--retries`). */
  readonly tries: number;
}
