/** Commands that take no profile, or the name of one as an argument. */
const withoutProfile =
  /^(?:help|version|completion|sandbox|schedule|profile (?!set |get |show|export)|reports (?:list|columns)\b|ui-integration targets)|--profile|--help|--version|-h\b|^$/;

/**
 * A message in which each hotelctl command in backticks names the profile that this run was given with `--profile`, so
 * that the command does what the message says when it is copied.
 */
export function withProfileFlag(text: string, profile: string | undefined): string {
  // A name that is not a valid one is what the message is about.
  if (profile === undefined || !/^[\w.-]+$/.test(profile)) return text;
  return text.replace(/`hotelctl ([^`]*)`/g, (command, words: string) =>
    withoutProfile.test(words) ? command : `\`hotelctl ${words} --profile ${profile}\``,
  );
}
