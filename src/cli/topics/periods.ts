import type { Topic } from './topic.ts';

export const periodsTopic: Topic = {
  name: 'periods',
  summary: 'dates, and --period in place of them',
  blocks: [
    { heading: 'A date' },
    {
      terms: [
        ['2026-10-01', 'a calendar date'],
        ['today, yesterday', "in the property's time zone where it is known, else in TZ's"],
        ['-7d, +90d', 'so many days before or after today'],
      ],
    },
    { heading: 'A period' },
    {
      text:
        "--period stands in for a report's own date flags, so that the same line serves every month in a crontab. It may be " +
        'given several times.',
    },
    {
      terms: [
        ['last-month, this-month, next-month', 'whole calendar months'],
        ['yesterday, today', 'a day'],
        ['last-week, this-week, next-week', 'whole weeks, which begin on Monday'],
        ['last-quarter, this-quarter, last-year', 'whole quarters and years'],
        ['last-7-days, next-90-days', 'any number of days; last ends yesterday, next begins today'],
        ['last-12-months', 'any number of whole months before this one'],
        ['mtd, qtd, ytd', 'month, quarter and year to date, today included'],
        ['2026, 2026-Q3, 2026-10, oct-2026', 'a year, a quarter, a month'],
        ['2026-10-01', 'a day'],
        ['2026-01..2026-06', 'from the first to the last of them, both inclusive'],
      ],
    },
    {
      text:
        'It becomes what the report wants: months, an exclusive end where the report has one, date filters. What the platform ' +
        'limits to a month or a year is asked in pieces and joined. --verbose shows what was asked.',
    },
    {
      example: [
        'hotelctl reports revenues --period 2026-Q3',
        'hotelctl reports ordered-services --service MUC-BRKF --period next-90-days',
      ].join('\n'),
    },
  ],
};
