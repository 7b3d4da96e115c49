import { createServer, type RequestListener } from 'node:http';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ProgressCallback } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, beforeAll } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import { remember } from '../../src/base/text.ts';
import { createHotel } from '../../src/sandbox/hotel/hotel.ts';
import { main } from '../../src/start/main.ts';
import { signedIn } from '../commands/local-server.ts';
import { temporaryFolder, testContext } from '../context.ts';
import { listen } from '../http/serve.ts';
import { fewerBookings } from '../sandbox/fewer-bookings.ts';
import { hotelListener } from '../sandbox/served-hotel.ts';
import { smallHotel } from '../sandbox/test-hotel.ts';
import { type Line, wordsOf } from '../words.ts';

export const [weekAgo, today] = ['2026-11-14', '2026-11-21'];
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** A chain with snapshots of these days, the last of which it goes on serving, and its command line. */
export async function openChain(properties = 3, days: readonly string[] = []) {
  const serve = remember((day: string): RequestListener => {
    const chain = () => fewerBookings(createHotel({ seed: 'hotelctl', today: day, properties }));
    const hotel = properties === 3 ? smallHotel(day) : chain();
    const respond = hotelListener(hotel);
    // Three hotels, whose figures the others of a longer chain have too: generating forty takes seconds.
    const ids = hotel.properties.map(({ id }) => id);
    const figuresOf = (id: string) => ids[ids.indexOf(id) % 3] ?? id;
    return (request, response) => {
      request.url = request.url?.replace(/(?<=[?&]propertyId=)\w+/, figuresOf);
      respond(request, response);
    };
  });
  let respond = serve(today);
  const server = createServer((request, response) => respond(request, response));
  const url = await listen(server);
  const env = {
    ...signedIn(url),
    HOTELCTL_DATA_DIR: temporaryFolder(),
    HOTELCTL_STATE_DIR: temporaryFolder(),
    // A hotel that a busy machine serves late is not a hotel that failed.
    HOTELCTL_TIMEOUT: '600',
  };
  const run = async (line: Line, day = today) => {
    const context = testContext({ env, now: noon(day) });
    const exitCode = await main(wordsOf(line), context);
    return { exitCode, stdout: context.out(), stderr: context.err() };
  };
  for (const day of days) {
    respond = serve(day);
    await run('snapshot take --all-properties --ahead 60d', day);
  }
  return { env, run, stop: () => new Promise(resolve => server.close(resolve)) };
}

export type Chain = Awaited<ReturnType<typeof openChain>>;

/** `hotelctl mcp` in this process, as the client of the protocol's own library connects to it. */
export function mcpTransport(flags: Line, contextOf: (lines: AsyncIterable<string>) => Context): Transport {
  const lines = new PassThrough({ objectMode: true });
  let ended: Promise<unknown> = Promise.resolve();
  const transport: Transport = {
    start: async () => {
      const context = contextOf(lines);
      const write = async (data: string | Uint8Array) =>
        transport.onmessage?.(JSON.parse(String(data)) as JSONRPCMessage);
      ended = main(['mcp', ...wordsOf(flags).filter(Boolean)], {
        ...context,
        stdout: { ...context.stdout, write },
      });
    },
    send: async message => void lines.write(typeof message === 'string' ? message : JSON.stringify(message)),
    close: async () => {
      lines.end();
      await ended;
      transport.onclose?.();
    },
  };
  return transport;
}

const schemas = new AjvJsonSchemaValidator();
const validators = new Map<string, JsonSchemaValidator<unknown>>();

/** The client of the protocol's own library. It compiles the schema of each tool once for all clients, which took a second each. */
export function makeClient(capabilities: ClientCapabilities = {}): Client {
  const jsonSchemaValidator = {
    getValidator<T>(schema: Parameters<typeof schemas.getValidator<T>>[0]) {
      const text = JSON.stringify(schema);
      const validator = validators.get(text) ?? schemas.getValidator(schema);
      validators.set(text, validator);
      return validator as JsonSchemaValidator<T>;
    },
  };
  return new Client({ name: 'agent', version: '1' }, { capabilities, jsonSchemaValidator });
}

/** Calls a tool. */
export const callerOf =
  (client: Client) =>
  async (
    name: string,
    given: Readonly<Record<string, unknown>> = {},
    onprogress: ProgressCallback = () => {},
  ) => {
    // A busy machine may need more than the minute that is usual.
    const options = { timeout: 600_000, onprogress };
    const result = await client.callTool({ name, arguments: { ...given } }, undefined, options);
    const [{ text }] = result.content as [{ text: string }];
    // biome-ignore lint/suspicious/noExplicitAny: the client has checked it with the schema of the tool.
    return { text, isError: result.isError ?? false, value: result.structuredContent as any };
  };

/** `hotelctl mcp` on the clock of the chain. */
export async function connectAgent(env: Readonly<Record<string, string>>, flags: Line = '') {
  const client = makeClient();
  const transport = mcpTransport(flags, lines => testContext({ env, now: noon(today), stdinLines: lines }));
  await client.connect(transport);
  const { tools } = await client.listTools();
  return { client, tools, call: callerOf(client) };
}

/** A chain of hotels with snapshots of these days, and its agent, for all tests of a file or a group. */
export function useAgent(properties = 3, days: readonly string[] = [weekAgo, today]) {
  const used = {} as { chain: Chain; agent: Awaited<ReturnType<typeof connectAgent>> };
  beforeAll(async () => {
    used.chain = await openChain(properties, days);
    used.agent = await connectAgent(used.chain.env);
  });
  afterAll(async () => {
    await used.agent.client.close();
    await used.chain.stop();
  });
  return used;
}
