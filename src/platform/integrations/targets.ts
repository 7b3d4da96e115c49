/**
 * UI integrations as data (platform.md, "UI integration service"): the targets, what is sent and answered, and the
 * platform's test suite as pure functions over what was observed. Client, `check`, preview and sandbox share it.
 */

/** Parameters that the platform appends to a view's address, beyond the two that it always appends. */
export type ForwardedId = 'propertyId' | 'reservationId' | 'companyId';

/** Where in the platform's screens the frame stands; a size is in CSS pixels. */
export type Frame =
  | { readonly kind: 'widget'; readonly minWidth: number; readonly minHeight: number }
  | { readonly kind: 'tab' | 'page' | 'dialog' };

export interface Target {
  readonly name: string;
  /** The size in platform.md's words; undefined where no document tells. */
  readonly size: string | undefined;
  readonly frame: Frame;
  /** `none` where nothing is forwarded; undefined where no document tells. */
  readonly forwards: ForwardedId | 'none' | undefined;
  /** Where a hotel user meets it. */
  readonly place: string;
}

const widget: Frame = { kind: 'widget', minWidth: 340, minHeight: 350 };

/** platform.md's six targets, and two that platform-facts names alone. The list grows: others are no error. */
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

/** The target of that name, exactly; undefined for one that is not known here. */
export const findTarget = (name: string): Target | undefined => targets.find(target => target.name === name);

/** How large a preview's frame may be chosen, in CSS pixels; the first is what the platform gives at least. */
export const frameWidths = (frame: Frame): readonly number[] =>
  frame.kind === 'widget' ? [frame.minWidth, 480, 720] : [390, 768, 1024, 1440];
