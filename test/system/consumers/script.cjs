const { createHotelctl, UsageError } = require('hotelctl');
const { reports, snapshots } = createHotelctl();
(async () => {
  const [{ report }] = await reports.roomNights({ property: 'MUC', period: '2026-10' });
  await snapshots.take({ property: ['MUC'], ahead: '3d' });
  const wrong = await reports.revenues({ period: 'octember' }).catch(error => error);
  console.log(
    report?.total,
    (await snapshots.list({ property: 'MUC' })).length,
    wrong instanceof UsageError && wrong.exitCode,
  );
})();
