/**
 * "A valid HTTPS URL" (platform.md, UI integration service, rules 1 to 3): the one definition for flags, checks and
 * the sandbox. The value is never repeated in the words: its query holds the integration's secret.
 *
 * @returns what it must be instead, as a phrase that follows "must be"; undefined when it is right
 */
export function httpsUrlProblem(text: string): string | undefined {
  if (text === '') return 'given: it is empty';
  // The URL parser would drop them without a word.
  if (/[\s\p{Cc}]/u.test(text)) return 'an address without blanks and line breaks';
  if (!URL.canParse(text)) return 'an absolute address, beginning with https://';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:') return `an https:// address, not ${protocol}//`;
  if (username || password)
    return 'an address without a user name and password: browsers drop them in frames';
  return undefined;
}

/** Scheme and host of an address: what may be shown of it anywhere. */
export function shownOrigin(text: string): string {
  if (!URL.canParse(text)) return 'no address';
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}
