import { cellText } from '../../output/cell.ts';
import { chooseStorageType, columnStorages, type StorageType } from '../../output/parquet/column-storage.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { columnDefinition } from '../../platform/reports/columns.ts';

/** How reports are stored in Postgres: names of tables and columns, types, and the text format of COPY. */
export const tableName = (report: string, view: string): string => `${report}_${view}`.replaceAll('-', '_');

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const types: Readonly<Record<StorageType, string>> = {
  text: 'text',
  int32: 'integer',
  int64: 'bigint',
  decimal: 'numeric',
  date: 'date',
  timestamp: 'timestamptz',
};

export const columnType = (column: Column): string => types[chooseStorageType(column)];

export function columnComment(column: Column): string {
  const { heading, name, tax, unit } = column;
  return [
    columnDefinition(name) ?? heading ?? name,
    tax,
    unit?.kind === 'money' ? `in ${unit.currency}` : unit?.kind,
    columnStorages[chooseStorageType(column)].note,
  ]
    .filter(Boolean)
    .join(', ');
}

/** One record as a line of COPY, with the period at its end. */
export function copyLine(columns: readonly Column[]): (record: ReportRecord, period: string) => string {
  const cells = columns.map(column => {
    const [read, type] = [valueReader(column.name), chooseStorageType(column)];
    return (record: ReportRecord) => copyCell(read(record), type);
  });
  return (record, period) => `${[...cells.map(cell => cell(record)), escaped(period)].join('\t')}\n`;
}

function copyCell(value: FieldValue, type: StorageType): string {
  if (value === null || value === undefined) return '\\N';
  // Postgres would round the seventh decimal of a second; Parquet files truncate it.
  if (type === 'timestamp') return escaped(String(value).replace(/(\.\d{6})\d+/, '$1'));
  return escaped(cellText(value));
}

/** Text in Postgres cannot contain a NUL character. */
const escaped = (text: string): string =>
  /[\\\t\n\r\0]/.test(text)
    ? text
        .replaceAll('\\', '\\\\')
        .replaceAll('\t', '\\t')
        .replaceAll('\n', '\\n')
        .replaceAll('\r', '\\r')
        .replaceAll('\0', '\ufffd')
    : text;
