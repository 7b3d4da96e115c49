import { readFileSync } from 'node:fs';

/** A figure of `npm run bench`, as bench/results.json has it. */
interface Figure {
  readonly title: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The largest value that is wanted; figures without one are there for comparison. */
  readonly goal?: number;
  readonly digits: number;
  readonly isMissed: boolean;
}

interface Results {
  /** YYYY-MM-DD */
  readonly measured: string;
  readonly node: string;
  readonly figures: readonly Figure[];
}

const resultsIn = (root: URL): Results =>
  JSON.parse(readFileSync(new URL('bench/results.json', root), 'utf8'));

const measuredOf = ({ value, unit, digits }: Figure) => `${value.toFixed(digits)} ${unit}`;
const goalOf = ({ goal = 0, digits }: Figure) => goal.toFixed(digits);

/** The figures that have a goal, and when they were measured: a paragraph and the rows of a table. */
export function speedFigures(root: URL): {
  readonly paragraph: string;
  readonly rows: readonly string[][];
} {
  const { measured, node, figures } = resultsIn(root);
  const rows = figures
    .filter(({ goal }) => goal !== undefined)
    .map(figure => [
      figure.title,
      figure.name,
      measuredOf(figure),
      `${goalOf(figure)}${figure.isMissed ? ', missed' : ''}`,
    ]);
  const paragraph = `Measured on ${measured} with Node.js ${node} by \`npm run bench\`. A goal is an upper limit; a figure above it by more than a tenth is marked as missed. Start times are multiples of the time of \`node -e 0\`.`;
  return { paragraph, rows };
}

/** A line for each goal that the last run missed. */
export function missedGoals(root: URL): string {
  const missed = resultsIn(root).figures.filter(({ isMissed }) => isMissed);
  if (missed.length === 0) return 'All goals were met.';
  return missed
    .map(figure => `- ${figure.title}: ${figure.name} ${measuredOf(figure)}, goal ${goalOf(figure)}`)
    .join('\n');
}
