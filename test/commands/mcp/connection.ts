import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll } from 'vitest';
import { makeRealContext } from '../../../src/start/real-context.ts';
import { callerOf, makeClient, mcpTransport } from '../../agents/agent.ts';
import { openWorkbench, type Workbench } from '../../bookings/workbench.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { hotelctlFile } from '../../run-hotelctl.ts';
import { fewerBookings } from '../../sandbox/fewer-bookings.ts';
import { type Line, wordsOf } from '../../words.ts';

const programFolder = join(import.meta.dirname, '../../../dist');

const wrongAnswers = {
  'contradicts itself': '"id":ID,"result":{"action":"decline","action":"accept","content":{"book":true}}',
  'is not JSON': '"id":ID,"result":{"action":"accept","content":{"book":tru}}',
  'has another id': '"id":1ID,"result":{"action":"accept","content":{"book":true}}',
};

export type Answer = 'books' | 'declines' | 'cannot be asked' | keyof typeof wrongAnswers;

interface Connection {
  readonly isProgram?: boolean;
  /** What the person answers to the question of the client. */
  readonly answer?: Answer;
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onQuestion?: () => unknown;
}
/** The client of the protocol's own library: connected in this process, or to the built program over its streams. */
export function openConnections() {
  let bench: Workbench;
  const clients: Client[] = [];
  beforeAll(async () => {
    bench = await openWorkbench();
    fewerBookings(bench.sandbox.hotel);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await bench.sandbox.stop();
  });
  const connect = async (flags: Line = '', options: Connection = {}) => {
    const { answer = 'cannot be asked' } = options;
    // A client that opens pages cannot ask either.
    const client = makeClient({ elicitation: answer === 'cannot be asked' ? { url: {} } : {} });
    clients.push(client);
    return useClient(client, flags, { env: bench.env, answer, ...options });
  };
  return { connect, bench: () => bench };
}

export type Connected = Awaited<ReturnType<typeof useClient>>;

async function useClient(client: Client, flags: Line, options: Connection) {
  const { answer, env, folder = temporaryFolder(), signal = new AbortController().signal } = options;
  const questions: string[] = [];
  if (answer !== 'cannot be asked') {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { requestId: id }) => {
      questions.push(params.message);
      options.onQuestion?.();
      if (answer !== undefined && answer in wrongAnswers) {
        const wrong = wrongAnswers[answer as keyof typeof wrongAnswers].replace('ID', String(id));
        await client.transport?.send(`{"jsonrpc":"2.0",${wrong}}` as never);
        return new Promise(() => {});
      }
      return answer === 'books' ? { action: 'accept', content: { book: true } } : { action: 'decline' };
    });
  }
  const own = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  let errors = '';
  const onError = (text: unknown) => {
    errors += String(text);
  };
  if (options.isProgram) {
    const args = [hotelctlFile, 'mcp', ...wordsOf(flags)];
    const server = { command: process.execPath, args, cwd: folder, env: own };
    const transport = new StdioClientTransport({ ...server, stderr: 'pipe' });
    transport.stderr?.on('data', onError);
    await client.connect(transport);
  } else {
    const real = makeRealContext(programFolder, { env: own, signal });
    const stderr = { ...testContext().stderr, write: async (text: unknown) => onError(text) };
    const contextOf = (stdinLines: AsyncIterable<string>) => {
      const { stdin, stdout } = testContext({ stdinLines });
      return { ...real, stdin, stdout, stderr };
    };
    await client.connect(mcpTransport(flags, contextOf));
  }
  // The client of the protocol checks every result with the schema of its tool.
  await client.listTools();
  return { client, questions, errors: () => errors, call: callerOf(client) };
}

export const october = { property: ['MUC'], period: ['2026-10'] };
export const nights = { arrival: '2026-12-01', departure: '2026-12-03', adults: 2 };
export const reservationAt = (ratePlan: string) =>
  `arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=${ratePlan}`;
export const stay = { property: 'MUC', reservation: reservationAt('MUC-FLEX-DBL') };
