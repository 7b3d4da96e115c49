import type { RevenueNode } from '../../platform/reports/accounting-response.ts';
import type { PostedAccount } from '../posting.ts';

/** The groups of revenue: the first three are in property performance, fees are not. */
export const revenueGroups = {
  accommodation: 'Accommodation',
  food: 'Food and beverages',
  other: 'Other',
  fees: 'Cancellation and no-show fees',
  unknown: 'Groups of the property',
} as const;
export type RevenueGroup = keyof typeof revenueGroups;

/** Why a revenue line is not in property performance; `stay` is what can be compared with it. In the order of the tests. */
export const bridgeClasses = {
  fee: 'Cancellation and no-show fees',
  folio: 'Sales without a stay: folios of the hotel and of external guests',
  correction: 'Allowances and corrections',
  outOfStay: 'Charges outside the stay: late, early or moved',
  status: 'Charges of canceled reservations and no-shows',
  second: 'Further charges of the same night and account',
  stay: 'Charges of the stay',
} as const;
export type BridgeClass = keyof typeof bridgeClasses;

/** How the platform numbers its groups, or names them in English. */
const groupNames: readonly (readonly [group: RevenueGroup, names: RegExp])[] = [
  ['fees', /cancel|no.?show/i],
  ['accommodation', /accommodation/i],
  ['food', /food|beverage/i],
  ['other', /other/i],
];

export const groupOfNode = ({ account: { number, name } }: RevenueNode): RevenueGroup =>
  groupNames.find(([, names]) => names.test(`${number} ${name}`))?.[0] ?? 'unknown';

export class RevenueTree {
  readonly root: RevenueNode;
  readonly nodes = new Map<string, RevenueNode>();
  /** Accounts whose number the tree has twice: only the last one is compared. */
  readonly repeated: RevenueNode[] = [];
  readonly #groups = new Map<string, RevenueGroup>();

  constructor(root: RevenueNode) {
    this.root = root;
    const visit = (node: RevenueNode, group: RevenueGroup | undefined) => {
      if (this.nodes.has(node.account.number)) this.repeated.push(node);
      this.nodes.set(node.account.number, node);
      if (group) this.#groups.set(node.account.number, group);
      for (const child of node.children ?? []) visit(child, group ?? groupOfNode(child));
    };
    visit(root, undefined);
  }

  get leaves(): readonly RevenueNode[] {
    return [...this.nodes.values()].filter(node => !node.children?.length && node !== this.root);
  }

  /** The node that an account of the ledger belongs to: with fewer accounts, the tree ends one level above. */
  nodeOf({ number, parentNumber }: PostedAccount): RevenueNode | undefined {
    const parent = parentNumber == null ? undefined : this.nodes.get(parentNumber);
    return this.nodes.get(number) ?? (parent?.children?.length ? undefined : parent);
  }

  /** The number of that node; an account without one is on its own. */
  numberOf(account: PostedAccount): string {
    return this.nodeOf(account)?.account.number ?? account.number;
  }

  groupOf({ number, parentNumber }: PostedAccount): RevenueGroup {
    return this.#groups.get(number) ?? this.#groups.get(parentNumber ?? '') ?? 'unknown';
  }
}
