import type { ValueCheck } from '../base/choices.ts';

/** A language tag, BCP 47, whose language and region exist. */
export const localeTag: ValueCheck = value =>
  isKnownLocale(value) ? undefined : `a known locale, such as ${nearestLocale(value) ?? 'de or en-GB'}`;

function isKnownLocale(tag: string): boolean {
  try {
    const { region } = new Intl.Locale(tag);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    return (
      Intl.NumberFormat.supportedLocalesOf(tag).length === 1 &&
      (region === undefined || names.of(region) !== undefined)
    );
  } catch {
    return false;
  }
}

/** `en-GB` of `en_GB` and of the region `gb`, and `en` of `english`. */
function nearestLocale(text: string): string | undefined {
  const word = text.toLowerCase();
  const region = /^[a-z]{2}$/.test(word) ? new Intl.Locale(`und-${word}`).maximize().language : '';
  const named = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'da', 'sv', 'nb', 'fi', 'pl', 'cs', 'hu', 'tr'];
  const isName = (language: string) => (reader: string) =>
    new Intl.DisplayNames(reader, { type: 'language' }).of(language)?.toLowerCase() === word;
  const candidates = [
    text.replace('_', '-'),
    `${region}-${word.toUpperCase()}`,
    ...named.filter(language => ['en', language].some(isName(language))),
  ];
  return candidates.find(isKnownLocale);
}
