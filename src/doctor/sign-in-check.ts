import type { Session, SessionStatus } from '../auth/session.ts';
import type { Context } from '../base/context.ts';
import { type Examination, hasReadyMadeToken } from './examination.ts';
import { type Finding, finding } from './finding.ts';

const tell = (outcome: Finding['outcome'], found: string, remedy?: string): readonly Finding[] => [
  finding('sign-in', 'sign-in', outcome, found, remedy),
];

/**
 * Who is signed in and for how long. An access token that has ended is renewed, as the next command would do it; one
 * that lives is left alone, and so is a refresh token of the environment: a new one could not be put back there.
 *
 * @param storeServes whether the credential store could be read
 * @param identityAnswers whether the identity host gave any answer
 * @throws whatever a renewal throws, which `isolated` tells
 */
export async function signInFindings(
  examination: Examination,
  storeServes: boolean,
  identityAnswers: boolean,
): Promise<readonly Finding[]> {
  const { context, settings } = examination;
  const fromEnvironment =
    hasReadyMadeToken(examination) ||
    Boolean(context.env['HOTELCTL_REFRESH_TOKEN']?.trim() || context.env['HOTELCTL_REFRESH_TOKEN_FILE']);
  if (!fromEnvironment && !storeServes) return tell('skipped', 'the credential store is out of reach');
  if (!hasReadyMadeToken(examination) && !(settings.find('authUrl') && settings.find('clientId')))
    return tell('skipped', 'its settings are missing');
  const session = await examination.session();
  const status = await session.status();
  if (!status.signedIn) return nobody(status);
  if (status.source === 'HOTELCTL_ACCESS_TOKEN')
    return tell('ok', 'HOTELCTL_ACCESS_TOKEN wins over what is stored; when it ends is not known here');
  if (status.source !== 'store')
    return tell(
      'ok',
      `${status.source} wins over what is stored; each command renews it, so it was not tried`,
    );
  const minutes = minutesLeft(status, context);
  if (minutes > 0) return living(status, minutes);
  if (!identityAnswers) {
    return tell('skipped', 'the access token has ended, and the identity host is out of reach to renew it');
  }
  return renewed(session, context);
}

async function renewed(session: Session, context: Context): Promise<readonly Finding[]> {
  await session.accessToken();
  const status = await session.status();
  return tell(
    'ok',
    `${userOf(status)}the access token had ended and was renewed: ${minutesLeft(status, context)} min left`,
  );
}

function living(status: SessionStatus, minutes: number): readonly Finding[] {
  const user = userOf(status);
  if (status.renewable)
    return tell('ok', `${user}access token with ${minutes} min left, renews itself by the refresh token`);
  return tell(
    'warning',
    `${user}access token with ${minutes} min left, and no refresh token to renew it`,
    `run \`${loginCommand(status)}\` with the scope offline_access`,
  );
}

const nobody = (status: SessionStatus) =>
  tell(
    'fatal',
    `nobody is signed in with profile ${status.profile}`,
    status.store.name === 'env'
      ? 'set HOTELCTL_REFRESH_TOKEN, or choose a store that keeps'
      : `run \`${loginCommand(status)}\``,
  );

const loginCommand = ({ profile }: SessionStatus) =>
  profile === 'default' ? 'hotelctl login' : `hotelctl login --profile ${profile}`;

const userOf = ({ user }: SessionStatus) => (user ? `${user.name ?? user.subject}: ` : '');

/** The session renews a token in its last minute. */
const minutesLeft = ({ expiresAt }: SessionStatus, { clock }: Context): number =>
  expiresAt === undefined ? 0 : Math.max(0, Math.floor((expiresAt - clock.now()) / 60_000));
