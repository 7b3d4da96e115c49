import type { Topic } from './topic.ts';

export const periodsTopic: Topic = {
  name: 'periods',
  summary: 'dates, and --period instead of dates',
  blocks: [
    { heading: 'A date' },
    {
      terms: [
        ['2026-10-01', 'a calendar date'],
        ['today, yesterday', "in the property's time zone if it is known, otherwise in that of TZ"],
        ['-7d, +90d', 'this number of days before or after today'],
      ],
    },
    { heading: 'A period' },
    {
      text:
        "Use --period instead of a report's date flags, so that the same command works every month in a crontab. It may be " +
        'repeated.',
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
        ['2026-01..2026-06', 'from the first to the last, both inclusive'],
      ],
    },
    {
      text:
        'hotelctl converts a period into the parameters of the report: months, dates with an exclusive end, or date filters. A period that is longer than ' +
        "the platform's limit is split into several requests, and the results are combined. --verbose shows the requests.",
    },
    {
      example: [
        'hotelctl reports revenues --period 2026-Q3',
        'hotelctl reports ordered-services --service MUC-BRKF --period next-90-days',
      ].join('\n'),
    },
  ],
};
