import { readFileSync, writeSync } from 'node:fs';
import { HotelctlError, UndocumentedResponseError } from '../../src/base/errors.ts';
import { createHttp } from '../../src/http/client.ts';
import { deliver } from '../../src/output/deliver.ts';
import type { Format } from '../../src/output/format.ts';
import { render } from '../../src/output/render.ts';
import { streamedResult } from '../../src/output/stream/streamed-result.ts';
import { tableStyle } from '../../src/output/table-style.ts';
import { companyInvoicesVatReport } from '../../src/platform/reports/accounting.ts';
import { makeRealContext } from '../../src/start/real-context.ts';
import { plainRendering } from './rfc4180.ts';

/**
 * One export as the report command does it, in a separate process: a request to the URL, its body as a stream, records,
 * a file. Exits as main does; the result, including the peak of memory in KiB, goes to descriptor 2.
 */
const [url = '', format = 'csv', target = '-'] = process.argv.slice(2);

const context = makeRealContext(import.meta.dirname);
const http = createHttp({
  ports: context,
  limits: { timeout: 600_000, maxAttempts: 1 },
  env: {},
  interrupted: context.interrupted,
});
try {
  const { body, item, views } = await companyInvoicesVatReport.response();
  const [view] = views;
  if (!view || !item || !companyInvoicesVatReport.listField) throw new Error('not a report that streams');
  const response = await http.send({ method: 'GET', url, headers: {}, repeatable: true, authorize: false });
  const result = streamedResult(
    view as never,
    { propertyId: 'MUC' },
    {
      list: companyInvoicesVatReport.listField,
      item,
      body,
      bytes: response.body,
      details: {},
      needsAllFields: false,
      onCheck: ({ faults }) => {
        if (faults.length > 0) throw new UndocumentedResponseError(faults.join('; '), { hint: 'report it' });
      },
    },
  );
  const { chunks, rows } = render(
    {
      ...plainRendering,
      format: format as Format,
      view,
      several: false,
      table: tableStyle(null, context, false),
    },
    [result],
  );
  await deliver(chunks, target, context);
  writeSync(2, `${rows() ?? ''} rows\n`);
} catch (error) {
  if (!(error instanceof HotelctlError)) throw error;
  writeSync(2, `${error.message}\n`);
  process.exitCode = error.exitCode;
} finally {
  await http.close();
}
// Not resourceUsage().maxRSS: on Linux it includes the memory of the parent process at the start.
writeSync(2, `${/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]} KiB\n`);
