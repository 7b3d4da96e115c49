/** How a scheduler starts a job: absolute paths, because no scheduler has the PATH of a shell. */
export interface JobProgram {
  readonly job: string;
  /** The executable and its arguments, `schedule run NAME` included. */
  readonly words: readonly string[];
  /** Variables that hotelctl needs beyond the scheduler's own: folders, never a secret. */
  readonly environment: Readonly<Record<string, string>>;
}
