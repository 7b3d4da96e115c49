import { existsSync } from 'node:fs';
import { createHotelctl } from 'hotelctl';
import { createSandbox } from 'hotelctl/sandbox';

const failed = work =>
  work.then(
    () => 'none',
    ({ name, message }) => `${name} ${message}`,
  );
const sandbox = await createSandbox({ properties: 8, today: '2026-11-21', faults: ['api=503,path=/offers'] });
const other = await createSandbox({ properties: 1 });
const { properties, reports, offers, snapshots } = createHotelctl({ ...sandbox.settings, maxAttempts: 1 });
const ids = (await properties.list()).map(({ id }) => id);
const [{ report }] = await reports.roomNights({ property: 'LEJ', period: '2026-10' });
const stay = { property: 'LEJ', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 };
console.log(ids.length, (await createHotelctl(other.settings).properties.list()).length, report.total > 0);
console.log(await failed(offers.list(stay)));
await snapshots.take({ property: 'LEJ', ahead: '2d' });
const folder = sandbox.settings.env.HOTELCTL_DATA_DIR;
console.log(existsSync(folder));
await sandbox.close();
await other.close();
console.log(existsSync(folder), await failed(properties.list()).then(text => text.slice(0, 14)));
console.log(await failed(createSandbox({ faults: ['api=504x'] })));
console.log(await failed(createSandbox({ fault: 'api=503' })));
