import type Big from 'big.js';
import { CheckFailedError, UndocumentedResponseError } from '../../base/errors.ts';
import { countText, ensureEntry } from '../../base/text.ts';
import { decimalsOfCurrency, formattedNumber, localeFormat, type Word } from '../../output/number-format.ts';
import { fillTemplate } from '../../output/words/messages.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { finding } from '../../platform/finding.ts';
import { type ExactNumber, ExactSum, exact, settled } from '../../platform/numbers.ts';
import { joinSome, safeText } from '../../platform/safe-text.ts';
import { KeptLines, LineSum, vatAccounts } from '../close/ledger-books.ts';
import { nameOfLine, type PostedAccount, type Posting, taxName } from '../posting.ts';
import { type AccountMap, findAccount, keyOfTax, keyWithoutTax, validOn } from './account-map.ts';

/** One row of the journal: a posting, or the sum of postings of one day. */
export interface JournalEntry {
  readonly date: CalendarDate;
  readonly document: string;
  readonly debit: string;
  readonly credit: string;
  /** Signed, taxes included. */
  readonly amount: ExactNumber;
  readonly key: string;
  /** The account that the key acts on. */
  readonly keySide: 'debit' | 'credit';
  readonly costCentre: string;
  readonly text: string;
}

/** A row to write, or one that is read back from the bytes of a file; one of one account has no `credit`. */
export type WrittenRow = Pick<JournalEntry, 'debit' | 'amount'> & Partial<Pick<JournalEntry, 'credit'>>;

export type LedgerJournal = ReturnType<JournalMaker['finish']>;

interface JournalOptions {
  /** Default: the accounts of the platform, and its taxes as keys. */
  readonly map?: AccountMap | undefined;
  /** The target of accounts that have none. */
  readonly suspense?: string | undefined;
  /** Daily sums per account, tax and side. */
  readonly isSummed?: boolean;
  /** Translates the words of texts; default: English. */
  readonly word?: Word | undefined;
  /** The company of each invoice of the city ledger, where companies have accounts. */
  readonly companies?: ReadonlyMap<string, string> | undefined;
}

interface PostedEntry extends JournalEntry {
  readonly accountName: string;
  /** The invoice by whose number open items are matched: its postings stay apart from others. */
  readonly openItem: string;
}

const describeAccount = ({ number, name, type }: PostedAccount): string =>
  `${safeText(number, 80)} ${safeText(name, 80)} (${safeText(type, 40)})`;

const commandWords = new Map([
  ['PostCharge', 'Charge'],
  ['PostPayment', 'Payment'],
  ['MoveLineItem', 'Moved charge'],
  ['PostPrepayment', 'Prepayment'],
  ['PostPrepaymentVat', 'VAT on prepayment'],
  ['PostToAccountsReceivables', 'To accounts receivable'],
  ['PostToLossOfAccountsReceivables', 'Bad debt'],
]);

const mostNamed = 20;
const nameFirst = ({ count, lines }: KeptLines): string =>
  `${countText(count, 'line')}, first ${lines.slice(0, 1).map(nameOfLine).join()}`;
export function addBetween(sums: Map<string, ExactSum>, { debit, credit, amount }: WrittenRow): void {
  ensureEntry(sums, debit, () => new ExactSum()).add(amount);
  if (credit !== undefined) ensureEntry(sums, credit, () => new ExactSum()).add(amount, -1);
}

export class JournalMaker {
  readonly #options: JournalOptions & { readonly word: Word };
  readonly #entries: PostedEntry[] = [];
  /** What the ledger has moved on each account of the accounting system: debited less credited. */
  readonly #movements = new Map<string, ExactSum>();
  /** The lines of each account without a target, by its description. */
  readonly #unmapped = new Map<string, LineSum>();
  /** Lines between different accounts that have one target, by that target. */
  readonly #oneTarget = new Map<string, LineSum>();
  /** The lines that cannot be posted, by what is wrong with them. */
  readonly #refused = new Map<string, KeptLines>();
  /** VAT between two VAT accounts: whether a key posts it too is known at the end. */
  readonly #vatLines: Posting[] = [];
  /** The tax that keys post on accounts of prepayments; undefined if these have no key. */
  #keyedTax: Big | undefined;
  /** Undefined for a period without lines. */
  #currency: string | undefined;
  readonly #counts = { read: 0, zero: 0, same: 0, lost: 0, vat: 0 };

  constructor({ word = english => english, ...options }: JournalOptions) {
    this.#options = { ...options, word };
  }

  /** @throws UndocumentedResponseError for a second currency */
  add(line: Posting): void {
    this.#counts.read += 1;
    this.#currency ??= line.currency;
    if (line.currency !== this.#currency)
      throw new UndocumentedResponseError(
        `${nameOfLine(line)} is in ${safeText(line.currency, 10)}, but the lines before it are in ${safeText(this.#currency, 10)}`,
        { hint: 'a journal has one currency; nothing was written' },
      );
    const types = [line.debitedAccount.type, line.creditedAccount.type];
    if (this.#options.map && types.every(type => vatAccounts.has(type))) this.#vatLines.push(line);
    else this.#post(line);
  }

  /** @throws CheckFailedError (exit 10) for accounts without a target, and for lines whose tax has no key */
  finish() {
    if (this.#keyedTax) this.#leaveOutVat(this.#keyedTax);
    else for (const line of this.#vatLines) this.#post(line);
    const { suspense, isSummed, word } = this.#options;
    const refuse = (what: string, hint: string, lines: readonly string[]) => {
      const messages = lines.slice(0, mostNamed);
      throw new CheckFailedError(what, { hint: `${hint}; nothing was written`, messages });
    };
    const unmapped = this.#describe(this.#unmapped, 'balance');
    if (unmapped.length > 0 && suspense === undefined)
      refuse(
        `${countText(unmapped.length, 'account')} without a target: ${joinSome([...this.#unmapped.keys()], 3, ', ')}`,
        'fill in their targets in the map, or add --suspense ACCOUNT',
        unmapped,
      );
    if (this.#counts.lost > 0)
      refuse(
        `${countText(this.#counts.lost, 'line')} would have ${suspense} on both sides, and no row`,
        'fill in the target of at least one of their accounts in the map',
        unmapped,
      );
    const refused = [...this.#refused].map(([why, kept]) => `${why}: ${nameFirst(kept)}`);
    if (refused.length > 0)
      refuse('there are lines that cannot be posted with a key', 'correct the keys in the map', refused);
    const entries: readonly JournalEntry[] = isSummed ? sumByDay(this.#entries, word) : this.#entries;
    const { read, zero, same, vat } = this.#counts;
    const left = [
      zero > 0 ? `${zero} of 0` : [],
      same > 0 ? `${same} with the same account on both sides` : [],
      vat > 0 ? `${vat} of VAT that the keys post` : [],
    ].flat();
    return {
      entries,
      currency: this.#currency,
      movements: this.#movements,
      summary: [
        `${countText(read, 'line')} read, ${countText(entries.length, 'entry', 'entries')} written`,
        left.length > 0 ? `not written: ${left.join(', ')}` : 'none left out',
      ].join('; '),
      findings: [
        ...unmapped.map(words => {
          const found = `${suspense} is used for ${words}`;
          return finding('target account', 'warning', found, 'add its target to the map');
        }),
        ...this.#describe(this.#oneTarget, 'sum').map(words =>
          finding('same account', 'warning', `both sides have the target ${words}, and no row`),
        ),
      ],
    };
  }

  #post(line: Posting): void {
    if (Number(line.grossAmount) === 0) {
      this.#counts.zero += 1;
      return;
    }
    const debited = this.#rowOf(line.debitedAccount, line, 1);
    const credited = this.#rowOf(line.creditedAccount, line, -1);
    const [debit, credit] = [debited.target, credited.target];
    addBetween(this.#movements, { debit, credit, amount: line.grossAmount });
    if (debit === credit) {
      this.#counts.same += 1;
      const { debitedAccount, creditedAccount } = line;
      if (debitedAccount.number === creditedAccount.number) return;
      // Of lines that have the account of --suspense on both sides, nothing would be left.
      const isUnmapped = (each: PostedAccount) => this.#unmapped.has(describeAccount(each));
      if ([debitedAccount, creditedAccount].some(isUnmapped)) this.#counts.lost += 1;
      else ensureEntry(this.#oneTarget, debit, () => new LineSum()).add(line, 1);
      return;
    }
    this.#addKeyedTax(line.debitedAccount, debited.key, line, -1);
    this.#addKeyedTax(line.creditedAccount, credited.key, line, 1);
    const debitKey = this.#options.map ? this.#keyOf(debited.key, line) : '';
    const creditKey = this.#keyOf(credited.key, line);
    if (debitKey !== '' && creditKey !== '')
      this.#refuse(line, 'both accounts have a key, but a row has only one');
    const { number = '', type } = line.receipt ?? {};
    const openItem = (debited.isInvoiced || credited.isInvoiced) && type === 'Invoice' ? number : '';
    const accountName = line.creditedAccount.name;
    this.#entries.push({
      date: line.date,
      document: openItem || line.reference,
      debit,
      credit,
      amount: line.grossAmount,
      key: creditKey || debitKey,
      keySide: creditKey === '' && debitKey !== '' ? 'debit' : 'credit',
      costCentre: credited.costCentre || debited.costCentre,
      text: `${number} ${this.#options.word(commandWords.get(line.command) ?? line.command)} ${accountName}`,
      accountName,
      openItem,
    });
  }

  #rowOf(account: PostedAccount, line: Posting, sign: 1 | -1) {
    const { map, suspense = '', companies } = this.#options;
    const none = { key: '', costCentre: '', isInvoiced: false };
    if (!map) return { ...none, key: keyOfTax, target: account.number };
    const invoice = line.receipt?.type === 'Invoice' ? line.receipt.number : undefined;
    const company = companies?.get(invoice ?? '');
    const found = findAccount(map, account, line.date, company);
    if (found && found.target !== '') return found;
    ensureEntry(this.#unmapped, describeAccount(account), () => new LineSum()).add(line, sign);
    return { ...none, target: suspense };
  }

  /** The key of a row whose account has this one in the map. */
  #keyOf(key: string, line: Posting): string {
    const { map } = this.#options;
    const taxes = line.taxes ?? [];
    if (!map) return taxes.map(({ type, percent }) => taxName(type, percent)).join(';');
    if (key === '' || key === keyWithoutTax) return key;
    const taxed = taxes.filter(({ percent }) => !exact(percent).eq(0));
    if (taxed.length > 1) {
      this.#refuse(line, `it has ${taxed.length} taxes, but a row has only one key`);
      return '';
    }
    if (key !== keyOfTax) return key;
    const [only] = taxed.length > 0 ? taxed : taxes;
    if (!only) return '';
    const name = taxName(only.type, only.percent);
    const found = validOn(map.taxes, name, line.date)?.key ?? '';
    if (found === '' && taxed.length > 0)
      this.#refuse(line, `the map has no key of the tax ${safeText(name, 40)} on that day`);
    return found;
  }

  #refuse(line: Posting, why: string): void {
    ensureEntry(this.#refused, why, () => new KeptLines()).add(line);
  }

  #addKeyedTax({ type }: PostedAccount, key: string, { taxes }: Posting, sign: 1 | -1): void {
    if (type !== 'Liabilities' || key === '' || key === keyWithoutTax || !this.#options.map) return;
    const amounts = (taxes ?? []).map(({ amount }) => exact(amount).times(sign));
    this.#keyedTax = amounts.reduce((sum, amount) => sum.plus(amount), this.#keyedTax ?? exact(0));
  }

  /** The VAT of prepayments that keys post is not posted again. @throws UndocumentedResponseError (exit 6) if it is not the same */
  #leaveOutVat(tax: Big): void {
    this.#counts.vat = this.#vatLines.length;
    const [first] = this.#vatLines;
    if (!first) return;
    const side = ({ type }: PostedAccount) => (type === 'VatOnLiabilities' ? 1 : 0);
    const posted = this.#vatLines.reduce((sum, { debitedAccount, creditedAccount, grossAmount }) => {
      const sign = side(debitedAccount) - side(creditedAccount);
      return sum.plus(exact(grossAmount).times(sign));
    }, exact(0));
    const difference = posted.minus(tax);
    if (difference.abs().lte(exact(0.005).times(this.#vatLines.length))) return;
    const { number } = side(first.debitedAccount) === 1 ? first.debitedAccount : first.creditedAccount;
    throw new UndocumentedResponseError(
      `the VAT of prepayments on account ${safeText(number, 80)} is ${posted.toFixed()}, and the taxes of the prepayments ` +
        `that the keys post are ${tax.toFixed()}: a difference of ${difference.toFixed()}`,
      { hint: 'remove the keys of the accounts of type Liabilities from the map; nothing was written' },
    );
  }

  #describe(sums: ReadonlyMap<string, LineSum>, what: 'balance' | 'sum'): string[] {
    const decimals = decimalsOfCurrency(this.#currency);
    return [...sums].map(([name, { lines, sum }]) => {
      const amount = formattedNumber(sum.exact, decimals, localeFormat(undefined));
      return `${name}: ${countText(lines, 'line')}, ${what} ${amount} ${this.#currency}`;
    });
  }
}

function sumByDay(entries: readonly PostedEntry[], word: Word): JournalEntry[] {
  const sums = new Map<string, { readonly entry: PostedEntry; readonly amount: ExactSum; count: number }>();
  for (const entry of entries) {
    const { date, debit, credit, key, keySide, costCentre, amount, openItem } = entry;
    const isReduction = Number(amount) < 0;
    const group = [date, debit, credit, key, keySide, costCentre, isReduction, openItem].join('\0');
    const sum = ensureEntry(sums, group, () => ({ entry, amount: new ExactSum(), count: 0 }));
    sum.amount.add(amount);
    sum.count += 1;
  }
  return [...sums.values()].map(({ entry, amount, count }) =>
    count === 1
      ? entry
      : {
          ...entry,
          amount: settled(amount.value),
          document: entry.openItem || entry.date,
          text: `${fillTemplate(word('{count} postings'), () => String(count), String)} ${entry.accountName}`,
        },
  );
}
