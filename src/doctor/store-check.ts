import { credentialItems } from '../auth/client.ts';
import { SignInError } from '../base/errors.ts';
import { type Examination, hasReadyMadeToken, isSet } from './examination.ts';
import { type Finding, failed, finding } from './finding.ts';

/** The credential store, seen from the sign-in that needs it. */
export interface StoreSight {
  readonly findings: readonly Finding[];
  /** The items that lie there; undefined where it is out of reach. */
  readonly stored: ReadonlySet<string> | undefined;
}

/** One trip to the store, as every command takes it; what is read is looked at for being there and let go. */
export async function lookAtStore(examination: Examination): Promise<StoreSight> {
  const { settings, store } = examination;
  // A place of no sign-in does as well, to see whether the store works.
  const textOf = (name: 'authUrl' | 'clientId') => settings.find(name)?.value.replace(/\/+$/, '') ?? '';
  const key = { profile: settings.profileName, authUrl: textOf('authUrl'), clientId: textOf('clientId') };
  try {
    const opened = await store();
    const stored = new Set(Object.keys(await opened.read(key, credentialItems)));
    return {
      stored,
      findings: [
        finding('sign-in', 'credential store', 'ok', opened.description),
        clientSecret(examination, stored),
      ],
    };
  } catch (error) {
    const found = failed('sign-in', 'credential store', error);
    const spared = sparedBy(examination);
    return {
      stored: undefined,
      findings: [
        error instanceof SignInError && spared !== undefined
          ? { ...found, outcome: 'warning', found: `${found.found}; ${spared} does without it` }
          : found,
        clientSecret(examination, undefined),
      ],
    };
  }
}

/** What of the environment makes the store dispensable. */
function sparedBy(examination: Examination): string | undefined {
  const { context } = examination;
  if (hasReadyMadeToken(examination)) return 'HOTELCTL_ACCESS_TOKEN';
  const refresh = refreshVariable(examination);
  return refresh !== undefined && isSet(context, 'HOTELCTL_CLIENT_SECRET') ? refresh : undefined;
}

const refreshVariable = ({ context }: Examination) =>
  ['HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_REFRESH_TOKEN_FILE'].find(name => isSet(context, name));

function clientSecret(examination: Examination, stored: StoreSight['stored']): Finding {
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) =>
    finding('sign-in', 'client secret', outcome, found, remedy);
  if (isSet(examination.context, 'HOTELCTL_CLIENT_SECRET')) {
    const wins = stored?.has('client-secret') ? '; it wins over the stored one' : '';
    return tell('ok', `set, from HOTELCTL_CLIENT_SECRET${wins}`);
  }
  if (hasReadyMadeToken(examination)) return tell('skipped', 'HOTELCTL_ACCESS_TOKEN needs none');
  if (stored === undefined) return tell('skipped', 'the credential store is out of reach');
  if (stored.has('client-secret')) return tell('ok', 'kept in the credential store');
  if (stored.has('refresh-token') || refreshVariable(examination) !== undefined) {
    return tell(
      'fatal',
      "none: the sign-in can't be renewed",
      'set HOTELCTL_CLIENT_SECRET, or store it with `hotelctl login`',
    );
  }
  return tell('skipped', 'none yet: `hotelctl login` asks for it');
}
