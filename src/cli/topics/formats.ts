import type { Topic } from './topic.ts';

export const formatsTopic: Topic = {
  name: 'formats',
  summary:
    'tables, CSV, XLSX, JSON, NDJSON, HTML and Parquet; queries, columns, charts, files and their names',
  blocks: [
    {
      text:
        '--format sets the output format. Without --format, the extension of the --output file sets it, and the default is table. Other extensions, such as .pdf or .xls, are refused. The format never depends on ' +
        'whether standard output is a terminal; only color and width do. Standard output contains only data; notes ' +
        'and errors go to standard error.',
    },
    {
      terms: [
        ['table', 'for people: readable headings, aligned numbers, bars for percentages'],
        [
          'csv',
          'for spreadsheets: RFC 4180 with CRLF and a header line, also if there are no rows. --delimiter, --decimal-comma, --bom and --no-header change the dialect. Text that a spreadsheet would run as a formula is escaped; numbers stay numbers',
        ],
        [
          'xlsx',
          'a workbook, with --output: typed numbers and dates, a frozen header row; a number with more digits than a spreadsheet keeps is text',
        ],
        ['json', "the platform's body for one request; an array of {parameters, report} for several"],
        ['ndjson', 'one record per line, nested'],
        [
          'html',
          'a self-contained page with charts and a sortable table; it works offline. --open shows it in the browser',
        ],
        [
          'parquet',
          'for DuckDB, Spark and Power BI, with --output: typed columns (DECIMAL(38,18), DATE, TIMESTAMP in UTC, INT32, INT64, text), exact to the last digit; the columns are described in the metadata of the file',
        ],
      ],
    },
    {
      text:
        '--chart draws a chart instead of the table, if the report has one. --query is a JMESPath expression: json applies it to ' +
        'the whole document, ndjson to each record, and records without a result are omitted.',
    },
    {
      example: [
        'hotelctl reports property-performance --period 2026-10 --output october.html',
        'hotelctl reports property-performance --period last-month --chart',
        "hotelctl properties list --query 'properties[].id'",
      ].join('\n'),
    },
    { heading: 'Columns' },
    {
      text:
        "Columns are the paths of a record's fields, joined by dots; --columns a,b,c chooses and orders them, --view chooses " +
        "among a report's kinds of records (several, a,b or all, for xlsx and html). An amount of money is two columns, amount and currency. Numbers keep the " +
        'value that the platform sent, in the shortest form, never rounded.',
    },
    { heading: 'Files' },
    {
      text:
        '--output FILE replaces the file atomically: a reader sees the old content or the new content, never a part. {property}, ' +
        '{report}, {period} and {date} in its name are replaced, with one file for each request. - is standard output.',
    },
    {
      example: [
        "hotelctl reports arrivals --all-properties --period last-month --output '{report}-{property}-{period}.csv'",
        'hotelctl reports room-nights --period 2026-10 --columns key,number --format csv --delimiter ";" --decimal-comma',
      ].join('\n'),
    },
  ],
};
