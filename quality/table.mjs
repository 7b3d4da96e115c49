/** The table of scores in docs/quality.md: a row for each area, written by `npm run mutation`. */

/** How many mutants were noticed and not noticed. Mutants that cannot run are not counted. */
export function scoresOf(report) {
  const count = (...kinds) =>
    Object.values(report.files)
      .flatMap(file => file.mutants)
      .filter(({ status }) => kinds.includes(status)).length;
  const killed = count('Killed');
  const timeout = count('Timeout');
  const survived = count('Survived');
  const uncovered = count('NoCoverage');
  return { killed, timeout, survived, uncovered };
}

/** The lowest score that an area may have, in percent. `npm run mutation` ends with exit code 1 below it. */
export const lowestScore = 80;

/** Noticed mutants in percent of all that can run. */
export const scoreOf = ({ killed, timeout, survived, uncovered }) =>
  ((killed + timeout) / (killed + timeout + survived + uncovered)) * 100;

/** The document with a new row for one area. */
export function withScores(document, area, scores) {
  const { killed, timeout, survived, uncovered } = scores;
  const mutants = killed + timeout + survived + uncovered;
  const score = scoreOf(scores).toFixed(1);
  const row = `| ${area} | ${mutants} | ${killed} | ${timeout} | ${survived} | ${uncovered} | ${score} % |`;
  // Seven columns: the table before has the area in two.
  const old = new RegExp(`^\\| ${area} (\\|[^|\n]*){6}\\|$`, 'm');
  if (!old.test(document)) throw new Error(`docs/quality.md has no row for ${area}`);
  return document.replace(old, row);
}
