import type { KeyFigures, ReportRecord, View } from '../../platform/records.ts';
import type { Section, Text, Tile } from './document.ts';
import type { RecordsLayout } from './records.ts';

/** The parts that all sections of a report share: a view, its columns and its layout. */
export interface ReportContent extends RecordsLayout {
  /** Each request has a table with this title; otherwise all have one. */
  readonly title?: unknown;
  /** The rows are computed from those of the requests. */
  readonly isComputed?: boolean;
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns' | 'table'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures' | 'columns'>;
  };
}

/** A request in one view, or those of the months of a hotel: its section, and what the overview shows of it. */
export interface ReportSection extends Section {
  readonly tiles: readonly Tile[];
  readonly heading: readonly Text[];
  /** The filters of the request. */
  readonly details: readonly Text[];
  readonly viewName: string | undefined;
  readonly whole: ReportRecord | undefined;
  readonly content: ReportContent;
  readonly rows: number;
}
