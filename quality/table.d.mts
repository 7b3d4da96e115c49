export interface Scores {
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly uncovered: number;
}

/** The part of Stryker's report that is read. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

export function scoresOf(report: MutationReport): Scores;
export function withScores(document: string, area: string, scores: Scores): string;
export const lowestScore: number;
export function scoreOf(scores: Scores): number;
