// undici's index costs 60-90 ms of start-up (it loads fetch), so its modules are imported directly; they have no types.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  type Callback = (error: unknown, response: Dispatcher.ResponseData) => void;
  /** The handler behind `Dispatcher.request`. `onConnect` is called just before the request is written. */
  export class RequestHandler {
    constructor(options: Dispatcher.RequestOptions, callback: Callback);
    onConnect(abort: () => void, context: unknown): void;
  }
  const request: { readonly RequestHandler: typeof RequestHandler };
  export default request;
}
declare module 'undici/lib/core/symbols.js' {
  const symbols: { readonly kParser: symbol };
  export default symbols;
}
