/** How a run of a command ended: the facts that mail, heartbeat and metrics report. */
export interface RunOutcome {
  /** The command without its values, for people and for labels: `reports room-nights`, or the name of a job. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly exitCode: number;
  /** The line of the error; absent if the run succeeded. Contains no secrets. */
  readonly error?: string;
  /** Records that were written; null if the command does not count them. */
  readonly rows: number | null;
  readonly files: readonly DeliveredFile[];
  /** Key figures of what was written, label and value with its unit, for people. */
  readonly figures?: readonly (readonly [label: string, value: string])[];
  /** Tracking ids of failed responses; the platform's support asks for them. */
  readonly trackingIds: readonly string[];
}

/** A file that a run replaced. */
export interface DeliveredFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal, of the whole file. */
  readonly sha256: string;
}
