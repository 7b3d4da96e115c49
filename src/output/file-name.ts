import { UsageError } from '../base/errors.ts';
import { unicodePattern } from '../base/text.ts';

const placeholders = ['property', 'report', 'period', 'date'] as const;
export type FileNameValues = Readonly<Record<(typeof placeholders)[number], string>>;

/** Leaves space for the rest of the name below the limit of 255 bytes of file systems. */
const mostCharacters = 50;

/** Whether `--output` names one file for each request. Throws UsageError for a placeholder that does not exist. */
export function isFileNameTemplate(output: string): boolean {
  const names = [...output.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '');
  const unknown = names.find(name => !(placeholders as readonly string[]).includes(name));
  if (unknown === undefined) return names.length > 0;
  throw new UsageError(`--output has an unknown placeholder {${unknown}}`, {
    hint: `placeholders: ${placeholders.map(name => `{${name}}`).join(', ')}`,
  });
}

/**
 * The file of each request, in order. Throws UsageError if two requests would write the same file, also if only the
 * case differs: some file systems treat them as one.
 */
export function fileNames(output: string, requests: readonly FileNameValues[]): string[] {
  isFileNameTemplate(output);
  const names = requests.map(values => fileName(output, values));
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    if (seen.has(folded)) {
      throw new UsageError(`--output: several requests would write ${name}`, {
        hint: 'add {property} or {period} to the name, so that each request has a separate file',
      });
    }
    seen.add(folded);
  }
  return names;
}

export const fileName = (output: string, values: FileNameValues): string =>
  output.replace(/\{([^{}]*)\}/g, (_, name: keyof FileNameValues) => safePart(values[name]));

/**
 * A value as a part of a file name. It may come from the platform, so it is never a path: letters, digits, `_`, `-` and
 * single inner dots stay, everything else becomes `_`; `2026-01..2026-06` becomes `2026-01--2026-06`. Windows' device
 * names get a leading `_`, on every system, so that a name means the same file everywhere.
 */
function safePart(value: string): string {
  const reduced = Array.from(
    value
      .normalize('NFC')
      .replace(/\.{2,}/g, '--')
      .split(unicodePattern`[^\p{L}\p{M}\p{N}._-]`)
      .join('_'),
  )
    .slice(0, mostCharacters)
    .join('')
    .replace(/^[.-]+/, '_')
    .replace(/\.+$/, '');
  if (reduced === '') return '_';
  return /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(reduced) ? `_${reduced}` : reduced;
}
