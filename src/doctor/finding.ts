import { HotelctlError, InterruptedError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';

/** The parts that the findings are told in, in this order. */
export const groups = [
  'program',
  'settings',
  'sign-in',
  'network',
  'time',
  'folders',
  'shell',
  'cron',
] as const;
export type Group = (typeof groups)[number];

/**
 * What one check found. `fatal`: some command can't work like this. `warning`: it works, and not as somebody may
 * think. `skipped`: nothing to judge here, or something else has to be mended first.
 */
export interface Finding {
  readonly group: Group;
  readonly check: string;
  readonly outcome: 'ok' | 'warning' | 'fatal' | 'skipped';
  /** One line, safe to show, without any secret. */
  readonly found: string;
  /** What to do about it, one line. */
  readonly remedy?: string;
  /** Of findings about one setting: its name, its value, and where that comes from. */
  readonly setting?: { readonly name: string; readonly value: string; readonly source: string };
}

/** What was found may be others' text: a host's name, a user's, a path. */
export const finding = (
  group: Group,
  check: string,
  outcome: Finding['outcome'],
  found: string,
  remedy?: string,
): Finding => ({
  group,
  check,
  outcome,
  found: safeText(found),
  ...(remedy === undefined ? {} : { remedy: safeText(remedy) }),
});

/**
 * The findings of one check. One that throws is a finding itself, so that a single fault never hides what the other
 * checks have to tell; only an interruption ends them all.
 */
export async function isolated(
  group: Group,
  check: string,
  work: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [failed(group, check, error)];
  }
}

/** A failure in the words that any command would tell it in. An interruption is none, and goes on its way. */
export function failed(group: Group, check: string, error: unknown): Finding {
  if (error instanceof InterruptedError) throw error;
  if (error instanceof HotelctlError) {
    // Other commands send people here.
    const hint = error.details.hint.replace(/^run `hotelctl doctor`; (or )?/, '');
    return finding(group, check, 'fatal', error.message, hint);
  }
  // A message that is not ours may hold anything, a secret too.
  const name = error instanceof Error ? error.name : typeof error;
  return finding(
    group,
    check,
    'fatal',
    `the check itself failed (${name})`,
    'report it: a defect in hotelctl',
  );
}
