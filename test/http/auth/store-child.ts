/** A process that stores one refresh token under a separate profile. Argument: a number. */
import { createFileStore } from '../../../src/http/auth/store/store.ts';
import { makeRealContext } from '../../../src/start/real-context.ts';

const [number] = process.argv.slice(2);
void createFileStore(makeRealContext(__dirname)).write(
  { profile: `p${number}`, authUrl: 'https://identity.example', clientId: 'CLIENT' },
  { 'refresh-token': `token-${number}` },
);
