/**
 * The small part of the D-Bus wire format that reading the keychain's state needs: method calls with string arguments,
 * replies that begin with an object path, a string or a variant of a boolean. Little-endian only, which all bus daemons
 * use on machines that Node supports.
 */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly arguments: readonly string[];
}

export interface BusReply {
  readonly serial: number;
  readonly isError: boolean;
  /** First value of the body; undefined if it has another type. */
  readonly value: string | boolean | undefined;
}

/** Do not start a service for this call: the keychain library has already tried to. */
const noAutoStart = 2;

export function encodeCall(call: BusCall, serial: number): Buffer {
  const body = new Writer();
  for (const text of call.arguments) body.string(text);
  const header = new Writer();
  header.bytes(0x6c, 1, noAutoStart, 1).uint32(body.length).uint32(serial);
  const fields = new Writer();
  const field = (code: number, type: string, value: string) =>
    fields.align(8).bytes(code).signature(type).string(value);
  field(1, 'o', call.path);
  field(2, 's', call.interface);
  field(3, 's', call.member);
  field(6, 's', call.destination);
  if (call.arguments.length > 0) {
    fields.align(8).bytes(8).signature('g').signature('s'.repeat(call.arguments.length));
  }
  // The fields begin 16 bytes into the message, so their own alignment holds.
  header.uint32(fields.length).append(fields).align(8).append(body);
  return header.done();
}

/** The first complete message of `data` and its length in bytes; undefined while it is incomplete. */
export function decodeReply(data: Buffer): { readonly reply: BusReply; readonly size: number } | undefined {
  if (data.length < 16) return undefined;
  const fieldsEnd = 16 + data.readUInt32LE(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  const size = bodyStart + data.readUInt32LE(4);
  if (data.length < size) return undefined;
  const { serial, signature } = readFields(data, fieldsEnd);
  const value = size > bodyStart ? firstValue(data.subarray(bodyStart, size), signature) : undefined;
  return { reply: { serial, isError: data[1] === 3, value }, size };
}

function readFields(data: Buffer, end: number): { serial: number; signature: string } {
  let at = 16;
  let serial = 0;
  let signature = '';
  while (at < end) {
    at = Math.ceil(at / 8) * 8;
    const code = data[at];
    const type = String.fromCharCode(data[at + 2] ?? 0);
    at += 4;
    if (type === 'u') {
      if (code === 5) serial = data.readUInt32LE(at);
      at += 4;
    } else if (type === 'g') {
      const length = data[at] ?? 0;
      if (code === 8) signature = data.toString('latin1', at + 1, at + 1 + length);
      at += length + 2;
    } else {
      at += 4 + data.readUInt32LE(at) + 1;
    }
  }
  return { serial, signature };
}

function firstValue(body: Buffer, signature: string): BusReply['value'] {
  if (/^[so]/.test(signature)) return body.toString('utf8', 4, 4 + body.readUInt32LE(0));
  // A variant: the length of its signature, the signature, a zero, then the value on its own alignment.
  if (signature === 'v' && body.toString('latin1', 1, 2) === 'b') return body.readUInt32LE(4) === 1;
  return undefined;
}

class Writer {
  readonly #parts: number[] = [];

  get length(): number {
    return this.#parts.length;
  }
  bytes(...values: number[]): this {
    this.#parts.push(...values);
    return this;
  }
  align(size: number): this {
    while (this.#parts.length % size !== 0) this.#parts.push(0);
    return this;
  }
  uint32(value: number): this {
    this.align(4);
    return this.bytes(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
  }
  string(text: string): this {
    const encoded = Buffer.from(text);
    return this.uint32(encoded.length).bytes(...encoded, 0);
  }
  signature(text: string): this {
    return this.bytes(text.length, ...Buffer.from(text), 0);
  }
  append(other: Writer): this {
    return this.bytes(...other.#parts);
  }
  done(): Buffer {
    return Buffer.from(this.#parts);
  }
}
