// The goals of all benchmarks: the largest value that is wanted, by the title and the name of a figure. A figure without a goal is there
// for comparison.
export const goals = {
  'Start, Node.js 20': {
    '--version': 1.12,
    '--help': 1.6,
    'reports room-nights --help': 2.3,
    'a typo': 2.4,
    'profile list': 2.8,
    'a small report': 3.6,
  },
  // Later lines of Node.js start more slowly themselves.
  'Start, Node.js 22': { 'a small report': 3.1 },
  'Start, Node.js 24': { 'a small report': 3.1 },
  'The executable': { '--version': 1.1, '--help': 1.1, 'a small report': 1.1 },
  'Many requests': {
    '50 properties x 12 months': 1.08,
    // V8 gives the heap its working size in the first thousand requests; from then on nothing may be added.
    '40 hotels x 96 months, times that of 24 months': 1.05,
  },
  'Export of 100 MB of JSON': {
    'share of the time of jq': 1 / 5,
    'resident memory': 75,
  },
  'Export of 100,000 different invoices of JSON': {
    'xlsx, times NDJSON': 2,
    'xlsx, resident memory': 120,
    'table, times NDJSON': 1.6,
    'table, resident memory': 100,
    'parquet, resident memory': 160,
    'html, resident memory': 160,
  },
  'Export of 1 GB of JSON': { 'times 100 MB': 8, 'resident memory': 75 },
  'A month of 103,125 postings': {
    'close, times the CSV export': 1.6,
    'close, resident memory': 180,
    'journal, times the CSV export': 2,
    'journal, resident memory': 180,
    'journal evidence, times the CSV export': 2,
    'journal evidence, resident memory': 180,
  },
  '100000 invoices to Parquet': { 'hotelctl / DuckDB, time': 1, 'hotelctl, memory': 250 },
  '1000000 invoices to Parquet': {
    'hotelctl / DuckDB, time': 1,
    'hotelctl, memory': 250,
    'hotelctl, memory for a body of 1 GB': 250,
  },
  'Pick-up of 40 hotels with 365 snapshots each': { 'hotelctl pickup': 0.6 },
};
