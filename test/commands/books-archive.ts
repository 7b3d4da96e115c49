import type { RequestListener } from 'node:http';
import { type TestContextOptions, temporaryFolder } from '../context.ts';
import { type Booking, booksListener } from '../reports/figures/books.ts';
import { runMain } from './in-process.ts';
import { localServer, signedIn } from './local-server.ts';

/** A platform whose books change from day to day, and hotelctl on the last day that it was run on, with its own data. */
export async function booksArchive(bookings: readonly Booking[], first: string) {
  let today = first;
  const dataDir = temporaryFolder();
  let respond = booksListener(bookings, () => today);
  const { url } = await localServer((request, response) => respond(request, response));
  const run = (line: string, day = today, options: TestContextOptions = {}, data = dataDir) => {
    today = day;
    const env = { ...signedIn(url), HOTELCTL_DATA_DIR: data };
    return runMain(line, { ...options, env, now: Date.parse(`${day}T12:00:00Z`) });
  };
  /** Lets the platform have other books. */
  const serve = (other: RequestListener) => {
    respond = other;
  };
  return { dataDir, run, serve };
}
