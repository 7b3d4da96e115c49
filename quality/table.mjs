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

/** The document with a new row for one area. */
export function withScores(document, area, { killed, timeout, survived, uncovered }) {
  const mutants = killed + timeout + survived + uncovered;
  const score = (((killed + timeout) / mutants) * 100).toFixed(1);
  const row = `| ${area} | ${mutants} | ${killed} | ${timeout} | ${survived} | ${uncovered} | ${score} % |`;
  // Seven columns: the table before has the area in two.
  const old = new RegExp(`^\\| ${area} (\\|[^|\n]*){6}\\|$`, 'm');
  if (!old.test(document)) throw new Error(`docs/quality.md has no row for ${area}`);
  return document.replace(old, row);
}
