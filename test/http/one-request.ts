import { setTimeout as sleep } from 'node:timers/promises';
import { HotelctlError } from '../../src/base/errors.ts';
import { readText } from '../../src/http/body.ts';
import { createHttp } from '../../src/http/client.ts';

// A separate program for tests that need a fresh process: one GET through the whole HTTP core, the outcome as JSON.
const [url = '', token] = process.argv.slice(2);
const http = createHttp({
  ports: {
    clock: { now: Date.now, sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }) },
    random: { fraction: () => 0 },
  },
  limits: { timeout: 20_000, maxAttempts: 2 },
  env: process.env,
  interrupted: new AbortController().signal,
  trace: line => process.stderr.write(`${line}\n`),
  ...(token ? { token: async () => token, origins: [new URL(url).origin] } : {}),
});
async function main() {
  try {
    const request = {
      method: 'GET',
      url,
      headers: {},
      repeatable: true,
      authorize: token !== undefined,
    } as const;
    const response = await http.send(request);
    print({ status: response.status, body: await readText(response, 1 << 20) });
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    print({ exitCode: error.exitCode, message: error.message, hint: error.details.hint });
  }
  await http.close();
  // A handle that still keeps the process open now would delay the exit of every command. A socket that is being closed
  // needs a few turns; a kept-alive one stays for seconds.
  const open = () => process.getActiveResourcesInfo().filter(kind => /TCP|TLS|Timeout/.test(kind));
  for (let turn = 0; turn < 1000 && open().length > 0; turn++)
    await new Promise(resolve => setImmediate(resolve));
  print({ open: open() });
}

function print(outcome: unknown) {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

void main();
