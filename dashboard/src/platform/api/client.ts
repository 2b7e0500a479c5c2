import type { Endpoint, ErrorItem, InputOf, OutputOf } from '@botscope/contract';
import { errors } from '@botscope/contract';
import { ApiError } from './api-error.ts';

/** Spec: an answer that takes longer than this counts as no connection. */
const requestTimeoutMs = 30_000;

type Given<Name extends string, Schema> = [Schema] extends [never]
  ? { [K in Name]?: undefined }
  : undefined extends InputOf<Schema>
    ? { [K in Name]?: InputOf<Schema> }
    : { [K in Name]: InputOf<Schema> };
type SchemaOf<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = Exclude<E[Name], undefined>;
type IsOpen<Schema> = unknown extends InputOf<Schema> ? never : Schema;

/** Request of an endpoint: only the parts that the endpoint declares. */
export type RequestOf<E extends Endpoint> = Given<'params', IsOpen<SchemaOf<E, 'params'>>> &
  Given<'query', IsOpen<SchemaOf<E, 'query'>>> &
  Given<'body', IsOpen<SchemaOf<E, 'body'>>> & { signal?: AbortSignal };

export type Call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<OutputOf<E['data']>>;

export interface ClientOptions {
  /** Before `/api`; empty for the page's own origin. */
  origin: string;
  /** Token of the last `site/init`, sent with everything that changes something. */
  csrf(): string;
  timeoutMs?: number;
  /** Sees every failed call before its caller does. May ask for one repetition, for example with a fresh token. */
  onError?(error: ApiError): Promise<'retry' | undefined> | undefined;
}

/** Calls of the dashboard's API. @throws ApiError */
export function createClient(options: ClientOptions): Call {
  return async (endpoint, request) => {
    try {
      return await send(options, endpoint, request as LooseRequest);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ((await options.onError?.(error)) !== 'retry') throw error;
      return send(options, endpoint, request as LooseRequest);
    }
  };
}

interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

async function send<E extends Endpoint>(
  options: ClientOptions,
  endpoint: E,
  request: LooseRequest,
): Promise<OutputOf<E['data']>> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (endpoint.method !== 'GET') headers['X-CSRF-Token'] = options.csrf();
  let response: Response;
  let text: string;
  try {
    response = await fetch(options.origin + buildAddress(endpoint, request), {
      method: endpoint.method,
      credentials: 'include',
      headers,
      body: encodeBody(endpoint, request, headers),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
    text = await response.text();
  } catch (cause) {
    // A caller that gave up gets its own reason back: a page that was left is not a broken connection.
    if (request.signal?.aborted) throw cause;
    throw new ApiError('InternetUnavailable', 0, [], cause);
  }
  return readAnswer<OutputOf<E['data']>>(response.status, text, response.headers.get('retry-after'));
}

/** Returns the data in the envelope of an answer. @throws ApiError */
export function readAnswer<Data>(status: number, text: string, retryAfter: string | null = null): Data {
  const envelope = parseEnvelope(text);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (envelope?.status === 'success' || envelope?.success === true)) return envelope.data as Data;
  const items = parseItems(envelope);
  const retryAfterS = retryAfter !== null && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) : undefined;
  throw new ApiError(items[0]?.code ?? codeOfStatus(status), status, items, undefined, retryAfterS);
}

function buildAddress(endpoint: Endpoint, request: LooseRequest): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  );
  const query = encodeFields(request.query).toString();
  return `/api${path}${query && `?${query}`}`;
}

function encodeBody(endpoint: Endpoint, request: LooseRequest, headers: Record<string, string>): BodyInit | undefined {
  if (endpoint.encoding === 'form') return encodeFields(request.body);
  if (request.body === undefined) return undefined;
  headers['Content-Type'] = 'application/json';
  return JSON.stringify(request.body);
}

function encodeFields(values: Record<string, unknown> = {}): URLSearchParams {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
}

function parseEnvelope(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function parseItems(envelope: Record<string, unknown> | null): ErrorItem[] {
  const errorList = envelope?.errors;
  if (!Array.isArray(errorList)) return [];
  return errorList.filter((item: unknown): item is ErrorItem => {
    const code = (item as { code?: unknown } | null)?.code;
    return typeof code === 'string' && code in errors;
  });
}

/** An answer without our envelope comes from something in between, such as a reverse proxy. */
function codeOfStatus(status: number): ApiError['code'] {
  if (status === 401) return 'NotSignedIn';
  if (status === 403) return 'AccessDenied';
  if (status === 404) return 'NotFound';
  if (status === 429) return 'TooManyRequests';
  if (status === 502 || status === 503 || status === 504) return 'StoreUnavailable';
  return 'UnknownError';
}
