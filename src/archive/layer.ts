import type { CalendarDate } from '../platform/dates.ts';
import type { Period } from '../platform/periods.ts';

/** One dated layer: what the books of a property said on one day about the days around it. */
export interface Layer {
  readonly property: string;
  /** The business day that the layer is filed under. */
  readonly taken: CalendarDate;
  /** The folder of the layer. */
  readonly folder: string;
}

/** The two tables of a layer, and the views of property-performance that they hold. */
export const layerTables = ['days', 'unit-groups'] as const;
export type LayerTable = (typeof layerTables)[number];

/** `snapshot.json`: where a layer comes from, and how a reader can tell that it is whole. */
export interface LayerManifest {
  readonly version: 1;
  readonly hotelctl: string;
  readonly property: string;
  readonly propertyName?: string;
  readonly timeZone?: string;
  readonly businessDay: CalendarDate;
  /** When the response arrived, ISO 8601 in UTC. */
  readonly takenAt: string;
  /** Address of the request, without the host's credentials: there are none in it. */
  readonly request: string;
  readonly period: Period;
  /** SHA-256 of the response body as received. */
  readonly bodySha256: string;
  /** SHA-256 and rows of each table's file. */
  readonly files: Readonly<Record<LayerTable, { readonly sha256: string; readonly rows: number }>>;
}

export const manifestFile = 'snapshot.json';
export const tableFile = (table: LayerTable): string => `${table}.parquet`;
