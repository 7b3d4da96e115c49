/**
 * UI integrations as data (platform.md, "UI integration service"): the targets, the requests and responses, and the
 * platform's test suite as pure functions. Client, `check`, preview and sandbox share it.
 */

/** Parameters that the platform appends to a view's URL, in addition to the two that it always appends. */
type ForwardedId = 'propertyId' | 'reservationId' | 'companyId';

/** The position of the frame in the platform's screens; a size is in CSS pixels. */
export type Frame =
  | { readonly kind: 'widget'; readonly minWidth: number; readonly minHeight: number }
  | { readonly kind: 'tab' | 'page' | 'dialog' };

export interface Target {
  readonly name: string;
  /** The size in platform.md's words; undefined if it is not documented. */
  readonly size: string | undefined;
  readonly frame: Frame;
  /** `none` if nothing is forwarded; undefined if it is not documented. */
  readonly forwards: ForwardedId | 'none' | undefined;
  /** Where a hotel user sees it. */
  readonly place: string;
}

const widget: Frame = { kind: 'widget', minWidth: 340, minHeight: 350 };

/** platform.md's six targets, and two that only platform-facts lists. The list grows, so other targets are accepted. */
export const targets: readonly Target[] = [
  {
    name: 'DashboardAccountContext',
    size: 'min 340 x 350',
    frame: widget,
    forwards: 'none',
    place: 'a widget on the dashboard of the account',
  },
  {
    name: 'DashboardPropertyContext',
    size: 'min 340 x 350',
    frame: widget,
    forwards: 'propertyId',
    place: 'a widget on the dashboard of a property',
  },
  {
    name: 'ReservationDetailsTab',
    size: 'responsive tab',
    frame: { kind: 'tab' },
    forwards: 'reservationId',
    place: 'a tab beside the details of a reservation',
  },
  {
    name: 'CompanyDetailsTab',
    size: 'responsive tab',
    frame: { kind: 'tab' },
    forwards: 'companyId',
    place: 'a tab beside the details of a company',
  },
  {
    name: 'PropertyMenuReports',
    size: 'responsive, full content page',
    frame: { kind: 'page' },
    forwards: 'propertyId',
    place: "a page under Reports in a property's menu",
  },
  {
    name: 'PropertyMenuApps',
    size: 'responsive, full content page',
    frame: { kind: 'page' },
    forwards: 'propertyId',
    place: "a page under Apps in a property's menu",
  },
  {
    name: 'AccountMenuApps',
    size: undefined,
    frame: { kind: 'page' },
    forwards: undefined,
    place: "a page under Apps in the account's menu",
  },
  {
    name: 'GuestDetailsDialog',
    size: undefined,
    frame: { kind: 'dialog' },
    forwards: undefined,
    place: 'a part of the dialog with the details of a guest',
  },
];

export const targetNames: readonly string[] = targets.map(target => target.name);

/** The target with exactly that name; undefined for one that is not known here. */
export const findTarget = (name: string): Target | undefined => targets.find(target => target.name === name);

/** The frame sizes of a preview, in CSS pixels; the first is the platform's minimum. */
export const frameWidths = (frame: Frame): readonly number[] =>
  frame.kind === 'widget' ? [frame.minWidth, 480, 720] : [390, 768, 1024, 1440];
