import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../sandbox/hotel/report-bodies.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { obeyed, terminalControls } from '../../system/hostile-text.ts';
import { account, businessDay, charted, measures } from '../rendered.ts';

const hotel = testHotel();
const munich = hotel.properties.find(({ id }) => id === 'MUC');
if (!munich) throw new Error('the sandbox has no MUC');
const sandbox = (name: string, parameters: Record<string, string | readonly string[]>) =>
  [bodyOf(hotel, munich, name, parameters), { propertyId: 'MUC', ...parameters }] as const;
const week = { from: '2026-10-01', to: '2026-10-07', expand: ['businessDays'] };
const performance = sandbox('property-performance', week);
const revenues = sandbox('revenues', { from: '2026-10-01', to: '2026-11-01' });
const arrivals = sandbox('arrivals', { year: '2026', month: '10' });

describe("the charts of the sandbox's hotel", () => {
  it('have whole headings if nothing is drawn, on any screen', async () => {
    const plain = { unicode: false, plain: true };
    const text = await charted('property-performance', [performance], plain);
    expect(text.split('\n').slice(8, 10)).toEqual([
      '                Occupancy %  ADR net EUR  RevPAR EUR',
      'Thu 2026-10-01        68.89       185.29      127.64',
    ]);
    for (const width of [30, 45, 60, 200]) {
      const narrow = await charted('property-performance', [performance], { ...plain, width });
      const headings = narrow.match(/(?<=\d\d| {2})(Occupancy %|ADR net EUR|RevPAR EUR)/g);
      expect(headings, `${width}`).toHaveLength(3);
    }
  });

  it('show a breakdown in ASCII if the terminal does not support Unicode', async () => {
    const text = await charted('arrivals', [arrivals], { unicode: false, width: 60 });
    expect(text.split('\n').slice(1, 13).join('\n')).toBe(
      `
Arrivals  1,306
Adults    1,223
Children     83

Travel purpose %
Leisure   51.07 (667)  #####################################
Business  36.98 (483)  ###########################
unknown   11.94 (156)  #########

Nationality %
Germany (DE)         46.02 (601)  ##########################`,
    );
    expect(text.split('\n').slice(1).join('')).toMatch(/^[ -~]*$/);
  });

  it.each([40, 60, 80, 120, 200])(
    'fit a screen of %i columns, a label and a number on each line',
    async width => {
      for (const unicode of [true, false]) {
        const drawn = { 'property-performance': performance, revenues, arrivals };
        for (const [name, response] of Object.entries(drawn)) {
          const lines = (await charted(name, [response], { width, unicode })).split('\n').slice(1);
          for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
          const barred = lines.filter(line => /[█▏▎▍▌▋▊▉#]/.test(line));
          expect(barred.length, `${name} ${width}`).toBeGreaterThan(4);
          for (const line of barred) expect(line).toMatch(/^\S.*\d/);
        }
      }
    },
  );

  it('are colored if color is enabled, and the same without it', async () => {
    const colored = await charted('revenues', [revenues], { color: true });
    expect(colored).toContain('\u001b[36m█');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(await charted('revenues', [revenues]));
  });
});

describe('charts', () => {
  const parameters = { propertyId: 'MUC', from: '2026-10-01', to: '2026-10-03' };

  it('never mix currencies: each has a separate chart and scale', async () => {
    const tree = account('All', 100, [account('Rooms', 100), account('Bar', 9000, [], 'JPY')]);
    expect(await charted('revenues', [[tree, parameters]])).toContain(
      `Revenue net by account EUR
Rooms  100.00  ████████████████████████████████████████

Revenue net by account JPY
Bar  9,000  ████████████████████████████████████████
`,
    );
  });

  it('show the parts of the total without the total, and how many have no bar', async () => {
    const deep = [account('deep', 99)];
    const children = Array.from({ length: 25 }, (_, index) => account(`A${index}`, index, deep));
    const text = await charted('revenues', [[account('All', 400, children), parameters]]);
    expect(text).not.toContain('deep');
    expect(text).toContain('5 more in the table');
    expect(text).not.toMatch(/^All/m);
    expect(text).toMatch(/^A24 +24\.00[\s\S]*A23 +23\.00/m);
  });

  it('draw negative values to the left', async () => {
    const tree = account('All', 50, [account('Rooms', 100), account('Refunds', -50)]);
    const lines = (await charted('revenues', [[tree, parameters]], { width: 60 })).split('\n');
    expect(lines).toContain(`Refunds  −50.00  ${'█'.repeat(13)}`);
  });

  it('keep a day without a number as a gap, and every digit of a day', async () => {
    const first = businessDay('2026-10-01', 50, 100.125, 50);
    const second = { ...businessDay('2026-10-02', 60, 1, 60), netAdr: null };
    const third = businessDay('2026-10-03', 104.5, 90, 94.05);
    const body = { ...measures(50, 100, 50), businessDays: [first, second, third] };
    const text = await charted('property-performance', [[body, parameters]]);
    expect(text.split('\n').slice(8)).toEqual([
      '                      Occupancy %            ADR net EUR          RevPAR EUR',
      'Thu 2026-10-01        50.00  ████▊       100.125  ██████████   50.00  █████▍',
      'Fri 2026-10-02        60.00  █████▊                            60.00  ██████▍',
      'Sat 2026-10-03       104.50  ██████████   90.00   █████████    94.05  ██████████',
      '',
    ]);
  });

  it('share the days in their order, also if a currency begins later', async () => {
    const businessDays = [businessDay('2026-10-02', 9, 9, 9, 'GBP'), businessDay('2026-10-01', 5, 5, 5)];
    const body = { ...measures(1, 1, 1), businessDays };
    const text = await charted('property-performance', [[body, parameters]], { width: 130 });
    expect(text).toMatch(/Occupancy % +ADR net GBP +ADR net EUR +RevPAR GBP +RevPAR EUR/);
    expect(text.match(/2026-10-\d\d/gm)).toEqual(['2026-10-01', '2026-10-02']);
  });

  it('show hostile names escaped', async () => {
    const accounts = terminalControls.map(name => account(name, 1, [], name));
    const hostile = [account('All', 9, accounts), { ...parameters, propertyId: '\u001b[2J' }] as const;
    const text = await charted('revenues', [hostile], { width: 200 });
    expect(text.replaceAll('\n', '')).not.toMatch(obeyed);
    expect(text).toContain('\\u{1b}[31mred');
  });
});
