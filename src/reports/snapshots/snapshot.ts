import type { CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';

/** One dated layer: the books of a property on one day, for the days around it. */
export interface Layer {
  readonly property: string;
  /** The business day that the layer is filed under. */
  readonly taken: CalendarDate;
  readonly folder: string;
}

/** The two tables of a layer, and the views of property-performance that they contain. */
export const layerTables = ['days', 'unit-groups'] as const;
export type LayerTable = (typeof layerTables)[number];

/** `snapshot.json`: the source of a layer, and the hashes that show whether it is complete. */
export interface LayerManifest {
  readonly version: 1;
  readonly hotelctl: string;
  readonly property: string;
  readonly propertyName?: string;
  readonly timeZone?: string;
  readonly businessDay: CalendarDate;
  /** When the response arrived, ISO 8601 in UTC. */
  readonly takenAt: string;
  /** URL of the request; it contains no credentials. */
  readonly request: string;
  readonly period: Period;
  /** SHA-256 of the response body as received. */
  readonly bodySha256: string;
  /** SHA-256 and rows of each table's file. */
  readonly files: Readonly<Record<LayerTable, { readonly sha256: string; readonly rows: number }>>;
}

export const manifestFile = 'snapshot.json';
export const tableFile = (table: LayerTable): string => `${table}.parquet`;
