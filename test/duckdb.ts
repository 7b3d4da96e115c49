import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** DuckDB reads the files that hotelctl writes: an independent check. One in-memory database per test file. */
let opened: Promise<DuckDBConnection> | undefined;

const connection = async () => {
  opened ??= DuckDBInstance.create(':memory:').then(instance => instance.connect());
  return opened;
};

/** The rows of a query. Each value is text, as DuckDB prints it. */
export async function duckRows(sql: string): Promise<Record<string, string | null>[]> {
  const reader = await (await connection()).runAndReadAll(sql);
  const names = reader.columnNames();
  return reader
    .getRows()
    .map(row =>
      Object.fromEntries(
        row.map((value, index) => [names[index] ?? '', value === null ? null : String(value)]),
      ),
    );
}
