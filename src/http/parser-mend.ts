import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';
import symbols from 'undici/lib/core/symbols.js';

/**
 * undici 7 pauses its parser while a body's reader is behind. If the host ends the connection then, `Parser.finish`
 * throws out of the socket's own event, where nobody can catch it, and the process dies with a stack trace
 * (nodejs/undici issue 5360, mended in undici 8, which needs Node 22). A paused parser has to go on before it can
 * finish. The class is not exported: the first connection that is made shows one of its kind.
 */
export function mendParser(): void {
  subscribe(connected, mend);
}

const connected = 'undici:client:connected';

interface Parser {
  paused: boolean;
  readonly socket: Duplex;
  resume(): void;
  finish(): Error | null;
}

function mend(message: unknown): void {
  const { socket } = message as { socket?: Record<symbol, unknown> };
  const parser = socket?.[symbols.kParser] as Parser | undefined;
  // Node's own fetch announces its connections here too.
  if (!parser) return;
  unsubscribe(connected, mend);
  const kind = Object.getPrototypeOf(parser) as Parser;
  const { finish } = kind;
  kind.finish = function (this: Parser) {
    // Each turn hands on what the socket still holds, until there is nothing more; the reader's buffer takes it.
    while (this.paused && !this.socket.destroyed && this.socket.readableLength > 0) this.resume();
    if (this.paused && !this.socket.destroyed) this.resume();
    // A destroyed socket gives nothing more: what came is what there is.
    this.paused = false;
    return finish.call(this);
  };
}
