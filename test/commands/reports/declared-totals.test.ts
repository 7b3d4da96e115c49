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

it('RevPAR that people read has the chosen amounts, whichever the platform has, and a note says so', async () => {
  const [gross, net] = [performance(amount => amount), performance((_, amount) => amount)];
  // 1,901 / 30 = 63.37, and half of it is 31.68.
  for (const body of [gross, net]) {
    for (const [amounts, revPar] of [
      ['gross', 63.37],
      ['net', 31.68],
    ] as const) {
      const computed = await run(body, `${columns} --amounts ${amounts}`);
      const own = body === gross ? 'gross' : 'net';
      const note =
        amounts === own
          ? ''
          : `RevPAR is computed from ${amounts} revenue, and the platform's figure is ${own}: MUC\n`;
      expect(computed).toMatchObject({ stderr: note, stdout: `revPar.amount\r\n${revPar}\r\n` });
      const table = await run(body, `--view days --columns businessDay,revPar.amount --amounts ${amounts}`);
      // 501 / 10 and 1,400 / 20, or half of it.
      const rows = amounts === 'gross' ? ['50.10', '70.00'] : ['25.05', '35.00'];
      expect([table.stderr, ...(table.stdout.match(/\d+\.\d\d/g) ?? [])]).toEqual([
        note,
        ...rows,
        revPar.toFixed(2),
      ]);
      const summary = await run(body, `--amounts ${amounts} --columns revPar.amount`);
      expect([summary.stderr, ...(summary.stdout.match(/\d+\.\d\d/g) ?? [])]).toEqual([
        note,
        revPar.toFixed(2),
      ]);
      const page = await run(body, `--amounts ${amounts} --locale de --format html`);
      expect(page.stdout.includes('RevPAR ist aus dem')).toBe(note !== '');
      expect(page.stdout).toContain(`>${revPar.toFixed(2).replace('.', ',')}`);
      // Programs get the platform's own.
      const plain = await run(body, `--view days --columns revPar.amount --format csv --amounts ${amounts}`);
      expect(plain).toMatchObject({
        stderr: '',
        stdout: `revPar.amount\r\n${own === 'gross' ? '50.1\r\n70' : '25.05\r\n35'}\r\n`,
      });
      const days = await run(
        body,
        `--compare 2025-10-01..2025-10-02 --view days --columns revPar.now --format csv --amounts ${amounts}`,
      );
      // The test's platform answers with the same days of 2026 for 2025: these have no row of this year.
      expect(days.stdout.split('\r\n').slice(1)).toEqual(['""', '""', ...rows.map(Number).map(String), '']);
    }
  }
});

it('averages of weekdays are of the same amounts as the other columns', async () => {
  for (const [amounts, other] of [
    ['net', 'gross'],
    ['gross', 'net'],
  ]) {
    const { stdout } = await run(
      performance((_, net) => net),
      `--by weekday --amounts ${amounts}`,
    );
    expect(stdout).toContain(`Revenue per day ${amounts} EUR`);
    expect(stdout).not.toContain(` ${other} `);
  }
});

it('RevPAR that is neither stays empty in computed rows and totals, and a warning says why', async () => {
  const body = performance(gross => gross * 0.9);
  const { exitCode, stderr, stdout } = await run(body, columns);
  expect([exitCode, stdout]).toEqual([0, 'revPar.amount\r\n""\r\n']);
  expect(stderr).toMatch(/^warning: [^\n]*revPar.amount agrees with neither net nor gross revenue[^\n]*\n$/);
  const days = await run(body, '--view days --columns businessDay,revPar.amount');
  expect(days.stdout.match(/\d+\.\d\d/g)).toEqual(['45.09', '63.00']);
  const summary = await run(body, '--columns revPar.amount');
  expect([summary.stderr, summary.stdout]).toEqual([
    "RevPAR is the platform's figure, which agrees with neither net nor gross revenue: MUC\n",
    expect.stringContaining('57.03'),
  ]);
});

it('rows that do not add up to the figures of the whole period are a warning, or exit 6 with --strict', async () => {
  const body = performance((_, net) => net, { soldCount: 16, revPar: money(77.22) });
  const { exitCode, stderr } = await run(body, '--view days');
  expect([exitCode, stderr]).toEqual([
    0,
    "warning: the property-performance report's rows do not add up to its figures of the whole period: soldCount 15 instead of 16, revPar.amount 31.68 instead of 77.22\n",
  ]);
  expect(await run(body, '--view days --strict')).toMatchObject({ exitCode: 6 });
});
