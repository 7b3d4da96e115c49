import { createHotelctl } from 'hotelctl';

const { reports, properties } = createHotelctl({ onNote: line => console.error(line) });
for (const { id } of await properties.list()) {
  let [rows, sum] = [0, 0n];
  for await (const { grossAmount } of reports.grossTransactions({ property: id, period: '2026-10' })) {
    rows += 1;
    sum += BigInt(
      Number(grossAmount ?? '0')
        .toFixed(2)
        .replace('.', ''),
    );
  }
  console.log(id, rows, String(sum));
}
