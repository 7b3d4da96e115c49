export interface PrivatePartsUse {
  readonly file: string;
  readonly library: string;
  readonly version: string;
}
export function privatePartsUsed(root: string): PrivatePartsUse[];
export function movedLibraries(
  uses: readonly PrivatePartsUse[],
  installedVersion: (library: string) => string,
): string[];
export function installedVersion(root: string, library: string): string;
