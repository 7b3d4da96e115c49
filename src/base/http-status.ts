/** What a status means (platform facts, Errors); 499 is the platform's "client closed request". */

export const statusNames: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  407: 'proxy authentication required',
  408: 'request timeout',
  409: 'conflict',
  415: 'unsupported media type',
  422: 'not valid',
  429: 'too many requests',
  499: 'request closed',
  500: 'unexpected error',
  502: 'bad gateway',
  503: 'unavailable',
  504: 'gateway timeout',
  511: 'network authentication required',
};

/** `503 unavailable`; `599` for a status without a name. */
export const namedStatus = (status: number): string => `${status} ${statusNames[status] ?? ''}`.trimEnd();

export const isTemporary = (status: number): boolean =>
  [408, 429, 499].includes(status) || (status >= 500 && status < 600);

/** The temporary statuses that the retry layer repeats a request for. */
export const isRetried = (status: number): boolean => [429, 499, 500, 502, 503, 504].includes(status);

/** Whether the outcome of a write is unknown: 408 and 499 are of a peer that stopped waiting, below 200 means nothing. */
export const isUncertain = (status: number): boolean =>
  status === 408 || status === 499 || status < 200 || isRedirect(status) || isServerError(status);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** A status above 599 means nothing, and counts as a failure of the host. */
export const isServerError = (status: number): boolean => status >= 500;

export const isClientError = (status: number): boolean => status >= 400 && status < 500;
