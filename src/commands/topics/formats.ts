import type { Topic } from './topic.ts';

export const formatsTopic: Topic = {
  name: 'formats',
  summary: 'tables, CSV, JSON and NDJSON; columns, files and their names',
  blocks: [
    {
      text:
        "--format says it; without it what --output's file name ends in; without that it is a table. It never depends on " +
        'whether standard output is a terminal: only colour and width do. Standard output carries data alone; notes ' +
        'and errors go to standard error.',
    },
    {
      terms: [
        ['table', 'for people: headings, aligned numbers, bars where they help'],
        [
          'csv',
          'for spreadsheets: RFC 4180 with CRLF and a header line, also where there are no rows. --delimiter, --decimal-comma, --bom and --no-header change the dialect. Text that a spreadsheet would run as a formula is made harmless; numbers stay numbers',
        ],
        ['json', "the platform's body for one request; for several an array of {parameters, report}"],
        ['ndjson', 'one record a line, nested'],
      ],
    },
    { heading: 'Columns' },
    {
      text:
        "Columns are the paths of a record's fields, joined by dots; --columns a,b,c chooses and orders them, --view chooses " +
        "among a report's kinds of records. An amount of money is two columns, amount and currency. Numbers keep the " +
        'value that the platform sent, in the shortest form, never rounded.',
    },
    { heading: 'Files' },
    {
      text:
        '--output FILE replaces the file as a whole: the old content or the new, never a part. {property}, {report}, {period} ' +
        'and {date} in its name are filled in, with one file for each request then. - is standard output.',
    },
    {
      example: [
        "hotelctl reports arrivals --all-properties --period last-month --output '{report}-{property}-{period}.csv'",
        'hotelctl reports room-nights --period 2026-10 --columns key,number --format csv --delimiter ";" --decimal-comma',
      ].join('\n'),
    },
  ],
};
