import { readFileSync } from 'node:fs';
import { goals } from '../bench/goals.mjs';

/** A figure of `npm run bench`, as bench/results.json has it. */
interface Figure {
  readonly title: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly digits: number;
}

interface Results {
  /** YYYY-MM-DD */
  readonly measured: string;
  readonly node: string;
  readonly figures: readonly Figure[];
}

const resultsIn = (root: URL): Results =>
  JSON.parse(readFileSync(new URL('bench/results.json', root), 'utf8'));

/** Every goal, with the figure of the last run; the run may be older than the goal. */
const measuredGoals = ({ figures }: Results) =>
  Object.entries(goals).flatMap(([title, ofTitle]) =>
    Object.entries(ofTitle).map(([name, goal]) => {
      const figure = figures.find(one => one.title === title && one.name === name);
      return {
        title,
        name,
        measured: figure ? `${figure.value.toFixed(figure.digits)} ${figure.unit}` : 'not measured yet',
        goal: figure ? goal.toFixed(figure.digits) : String(goal),
        isMeasured: figure !== undefined,
        isMissed: figure !== undefined && figure.value > goal * 1.1,
      };
    }),
  );

/** The figures that have a goal, and when they were measured: a paragraph and the rows of a table. */
export function speedFigures(root: URL): {
  readonly paragraph: string;
  readonly rows: readonly string[][];
} {
  const results = resultsIn(root);
  const rows = measuredGoals(results).map(({ title, name, measured, goal, isMissed }) => [
    title,
    name,
    measured,
    `${goal}${isMissed ? ', missed' : ''}`,
  ]);
  const paragraph = `Measured on ${results.measured} with Node.js ${results.node} by \`npm run bench\`. A goal is an upper limit; a figure above it by more than a tenth is marked as missed. Start times are multiples of the time of \`node -e 0\`.`;
  return { paragraph, rows };
}

/** A line for each goal that the last run missed, and how many goals it did not measure. */
export function missedGoals(root: URL): string {
  const all = measuredGoals(resultsIn(root));
  const missed = all.filter(({ isMissed }) => isMissed);
  const unmeasured = all.filter(({ isMeasured }) => !isMeasured).length;
  return [
    ...missed.map(({ title, name, measured, goal }) => `- ${title}: ${name} ${measured}, goal ${goal}`),
    ...(missed.length === 0 ? ['All measured goals were met.'] : []),
    ...(unmeasured > 0
      ? [
          '',
          `${unmeasured} goals have no figure yet, because they are newer than the last run; [speed.md](speed.md) names them.`,
        ]
      : []),
  ].join('\n');
}
