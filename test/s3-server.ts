import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { temporaryFolder } from './context.ts';
import { listen } from './http/serve.ts';

/** Handles a request in place of the server, and returns true; or returns false for one that the server handles. */
export type S3Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** A real S3 server on loopback, with one empty bucket `hotel`; a fault is in front of it. */
export async function startS3Server() {
  const store = new S3rver({
    directory: temporaryFolder(),
    silent: true,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: 'hotel' }],
  });
  await store.configureBuckets();
  confirmWhenWritten(store.store);
  const handle = store.callback();
  const requests: string[] = [];
  let fault: S3Fault | undefined;
  const server = createServer((request, response) => {
    const conditions = ['if-match', 'if-none-match', 'x-amz-server-side-encryption']
      .filter(name => request.headers[name] !== undefined)
      .map(name => ` ${name}=${request.headers[name]}`);
    requests.push(`${request.method} ${request.url}${conditions.join('')}`);
    if (!fault?.(request, response)) handle(request, response);
  });
  const url = await listen(server);
  const fetched = async (path: string) => {
    const before = fault;
    fault = undefined;
    const response = await fetch(`${url}/hotel${path}`);
    fault = before;
    requests.pop();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  return {
    url,
    /** The environment of a program that may use it. */
    env: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '2',
    },
    /** Method and path of each request, with its conditions. */
    requests,
    fail: (wanted: S3Fault | undefined) => {
      fault = wanted;
    },
    keys: async () => {
      const list = (await fetched('?list-type=2')).toString();
      return [...list.matchAll(/<Key>(.*?)<\/Key>/g)].map(match => match[1] ?? '').sort();
    },
    object: (key: string) => fetched(`/${key.split('/').map(encodeURIComponent).join('/')}`),
  };
}

/** s3rver confirms content when it has read it, which can be before its file has it: a HEAD after it is 0 bytes then. */
function confirmWhenWritten(store: S3rver['store']): void {
  const write = async (file: string, content: Readable) => {
    const bytes = await buffer(content);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
  };
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  store.putPart = async (bucket, upload, part, content) => {
    const file = join(store.getResourcePath(bucket, undefined, 'uploads'), upload, String(part));
    const written = await write(file, content);
    await writeFile(`${file}.md5`, written.md5);
    return written;
  };
}

/** An error as S3 sends it. */
export const s3Error =
  (status: number, code: string, message: string, headers = {}): S3Fault =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml', ...headers });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    return true;
  };
