import { expect, it } from 'vitest';
import { soldFigures } from '../../output/rendered.ts';
import { runAgainst } from './served.ts';

/** The platform does not document whether RevPAR includes taxes; its own figures of the whole period show it. */

const money = (amount: number) => ({ amount, currency: 'EUR' });
/** Two days of 10 and 20 units: net 70 % of gross, so that the two bases cannot be confused. */
function performance(revPar: (gross: number, net: number) => number, whole: object = {}) {
  const figures = (sold: number, house: number, gross: number) => ({
    ...soldFigures(sold, house, gross),
    revPar: money(Math.round((revPar(gross, gross / 2) / house) * 100) / 100),
  });
  return {
    ...figures(15, 30, 1901),
    ...whole,
    businessDays: [
      { businessDay: '2026-10-01', ...figures(5, 10, 501), unitGroups: [] },
      { businessDay: '2026-10-02', ...figures(10, 20, 1400), unitGroups: [] },
    ],
  };
}
const run = (body: object, more: string) =>
  runAgainst(
    `reports property-performance --property MUC --period 2026-10-01..2026-10-02 ${more}`,
    () => body,
  );
const columns = '--format csv --columns revPar.amount --by month';

it('RevPAR has the chosen amounts, whichever the platform has; a total of its rows has those of the platform', async () => {
  const [gross, net] = [performance(amount => amount), performance((_, amount) => amount)];
  // 1,901 / 30 = 63.37, and half of it is 31.68.
  for (const body of [gross, net]) {
    for (const [amounts, revPar] of [
      ['gross', 63.37],
      ['net', 31.68],
    ] as const) {
      const computed = await run(body, `${columns} --amounts ${amounts}`);
      expect(computed).toMatchObject({ stderr: '', stdout: `revPar.amount\r\n${revPar}\r\n` });
      const days = await run(
        body,
        `--compare 2025-10-01..2025-10-02 --view days --columns revPar.now --format csv --amounts ${amounts}`,
      );
      // The test's platform answers with the same days of 2026 for 2025: these have no row of this year.
      const own = amounts === 'gross' ? ['50.1', '70'] : ['25.05', '35'];
      expect(days.stdout.split('\r\n').slice(1)).toEqual(['""', '""', ...own, '']);
    }
  }
  const table = await run(gross, '--view days --columns businessDay,revPar.amount');
  expect([table.stderr, table.stdout]).toEqual(['', expect.stringMatching(/Total +63\.37/)]);
});

it('RevPAR that is neither stays empty in computed rows, and a warning says why', async () => {
  const { exitCode, stderr, stdout } = await run(
    performance(gross => gross * 0.9),
    columns,
  );
  expect([exitCode, stdout]).toEqual([0, 'revPar.amount\r\n""\r\n']);
  expect(stderr).toContain('revPar.amount agrees with neither net nor gross revenue');
});

it('rows that do not add up to the figures of the whole period are a warning, or exit 6 with --strict', async () => {
  const body = performance(gross => gross, { soldCount: 16, revPar: money(77.22) });
  const { exitCode, stderr } = await run(body, '--view days');
  expect([exitCode, stderr]).toEqual([
    0,
    "warning: the property-performance report's rows do not add up to its figures of the whole period: soldCount 15 instead of 16, revPar.amount 63.37 instead of 77.22\n",
  ]);
  expect(await run(body, '--view days --strict')).toMatchObject({ exitCode: 6 });
});
