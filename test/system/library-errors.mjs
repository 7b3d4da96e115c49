import { createRequire } from 'node:module';
import { createHotelctl, RefusedError, TemporaryError, UsageError } from 'hotelctl';

const required = createRequire(import.meta.url)('hotelctl');
const { properties, reports, uiIntegrations } = createHotelctl();
const failure = work =>
  work.then(
    () => 'none',
    error => error,
  );
const refused = await failure(reports.roomNights({ property: 'NOPE', period: '2026-10' }));
const usage = await failure(reports.roomNights({ property: 'LEJ', period: 'octember' }));
const abort = new AbortController();
const running = failure(reports.roomNights({ property: 'LEJ', period: '2026-10' }, { signal: abort.signal }));
abort.abort(new Error('enough'));
const stopped = await running;
const late = await failure(properties.list({}, { timeout: 1 }));
const withToken = accessToken => createHotelctl({ accessToken }).properties.list({}, { timeout: 50 });
const alive = setInterval(() => {}, 1000);
const never = await failure(withToken(() => new Promise(() => {})));
clearInterval(alive);
const none = await failure(withToken(() => undefined));
const asFlag = await failure(uiIntegrations.delete({ target: '--help', id: 'X' }));
const unknown = await failure(properties.list({ limt: 1 }));
const nothing = await failure(properties.list({ limit: null }));
let settings = '';
try {
  createHotelctl({ profil: 'x' });
} catch (error) {
  settings = error.details.hint;
}
console.log(
  refused instanceof RefusedError,
  refused instanceof required.RefusedError,
  refused.exitCode,
  refused.details.status,
);
console.log(usage instanceof UsageError, usage.exitCode, typeof usage.details.hint);
console.log(stopped.message, late instanceof TemporaryError, late.name, late.message);
console.log(never.name, none.name, none.message);
console.log(asFlag.name, unknown.message, nothing.name, settings.slice(0, 21));
