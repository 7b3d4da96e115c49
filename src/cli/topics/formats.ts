import type { Topic } from './topic.ts';

export const formatsTopic: Topic = {
  name: 'formats',
  summary:
    'tables, CSV, XLSX, JSON, NDJSON, HTML and Parquet; queries, columns, pictures, files and their names',
  blocks: [
    {
      text:
        "--format says it; without it what --output's file name ends in; without that it is a table (an ending that promises another form, such as .pdf or .xls, is refused). It never depends on " +
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
        [
          'xlsx',
          'a workbook, with --output: numbers and dates as such, the header row frozen; a number of more digits than a spreadsheet keeps stays text',
        ],
        ['json', "the platform's body for one request; for several an array of {parameters, report}"],
        ['ndjson', 'one record a line, nested'],
        [
          'html',
          'one page of its own with charts and a table that can be sorted; it needs no network. --open shows it in the browser',
        ],
        [
          'parquet',
          'for DuckDB, Spark and Power BI, with --output: typed columns (DECIMAL(38,18), DATE, TIMESTAMP in UTC, INT32, INT64, text), exact to the last digit; the columns are described in the metadata of the file',
        ],
      ],
    },
    {
      text:
        '--chart draws in place of the table, where a report has a picture. --query is a JMESPath expression on the JSON: ' +
        'on the whole of json, on each record of ndjson, where a record that it finds nothing in is left out.',
    },
    {
      example: [
        'hotelctl reports property-performance --period 2026-10 --output october.html',
        'hotelctl reports property-performance --period last-month --chart',
        "hotelctl properties list --query '[].id'",
      ].join('\n'),
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
