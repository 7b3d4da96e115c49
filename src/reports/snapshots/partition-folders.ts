/**
 * Names of Hive-style folders, `key=value`, as DuckDB, Spark and Trino read them. A value may come from the platform,
 * so every character that could make it a path, or that a file system refuses, is percent-encoded.
 */
export const partitionFolder = (key: string, value: string): string => `${key}=${encodePartition(value)}`;

/** The value in a folder name with this key; undefined for any other folder. */
export function partitionValue(key: string, folder: string): string | undefined {
  if (!folder.startsWith(`${key}=`)) return undefined;
  try {
    return decodeURIComponent(folder.slice(key.length + 1));
  } catch {
    return undefined;
  }
}

const encodePartition = (value: string): string =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^A-Za-z0-9_-]/g, character =>
      // A single dot within a name is harmless and common: 2026-01..2026-06 is not.
      character === '.' && /^[^.]+\.[^.]+$/.test(value)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
