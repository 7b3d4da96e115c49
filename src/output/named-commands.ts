/** Commands that take no profile, or the name of one as an argument. */
const withoutProfile =
  /^(?:help|version|completion|sandbox|schedule|profile (?!set |get |show|export)|reports (?:list|columns)\b|ui-integration targets)|--profile|--help|--version|-h\b|^$/;

/**
 * Adds the `--profile` of this run to each hotelctl command in backticks in a message, so that the command does what
 * the message says when it is copied.
 */
export function withProfileFlag(text: string, profile: string | undefined): string {
  // An invalid name is the subject of the message itself.
  if (profile === undefined || !/^[\w.-]+$/.test(profile)) return text;
  return text.replace(/`hotelctl ([^`]*)`/g, (command, words: string) =>
    withoutProfile.test(words) ? command : `\`hotelctl ${words} --profile ${profile}\``,
  );
}
