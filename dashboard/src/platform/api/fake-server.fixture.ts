import { type Endpoint, type ErrorCode, type ErrorItem, errors, type OutputOf } from '@botscope/contract';
import * as z from 'zod/mini';

/** Token that the pages have to send along with every change. */
export const fakeCsrf = 'csrf-of-the-fake-server';

type Parts = 'params' | 'query' | 'body';
type Part<E extends Endpoint, Name extends Parts> = OutputOf<Exclude<E[Name], undefined>>;

/** A request as the contract's schemas have parsed it. */
export interface FakeRequest<E extends Endpoint> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
}

interface Rejection {
  rejectedFor: readonly ErrorItem[];
}
type Reply<E extends Endpoint> = OutputOf<E['data']> | Rejection;
type Handler<E extends Endpoint> = (request: FakeRequest<E>) => Reply<E> | Promise<Reply<E>>;

/** The error envelope of the server with one code, about a field where one is named. */
export const refuse = (code: ErrorCode, field?: string, message?: string): Rejection => ({
  rejectedFor: [{ code, ...(field !== undefined && { field }), ...(message !== undefined && { message }) }],
});

/**
 * Stands for the server in tests of pages. It is as strict as the contract: a request or an answer that breaks a schema,
 * a change without the token and a call that the test did not expect are problems, for which the test fails.
 */
export interface FakeServer {
  /** Answers the endpoint from now on. */
  answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** Requests so far, such as `POST /user/sign-in/login`. */
  readonly requests: string[];
  readonly problems: string[];
  readonly fetch: typeof fetch;
}

interface Answer {
  endpoint: Endpoint;
  pattern: RegExp;
  handler(request: FakeRequest<Endpoint>): unknown;
}

export function createFakeServer(): FakeServer {
  const answers = new Map<Endpoint, Answer>();
  const requests: string[] = [];
  const problems: string[] = [];

  /** Fixed paths come before those with parameters: `/bots/check-name` is no bot's key. */
  const findAnswer = (method: string, pathname: string): Answer | undefined =>
    [...answers.values()]
      .sort((one, other) => countParams(one.endpoint) - countParams(other.endpoint))
      .find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname));

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), window.location.href);
    const method = init.method ?? 'GET';
    const name = `${method} ${url.pathname.replace(/^\/api/, '')}`;
    requests.push(name);
    const answer = findAnswer(method, url.pathname);
    if (!answer) {
      problems.push(`${name}: the test does not answer it`);
      return envelope(404, { status: 'error', errors: [{ code: 'NotFound' }] });
    }
    if (method !== 'GET' && new Headers(init.headers).get('X-CSRF-Token') !== fakeCsrf)
      problems.push(`${name}: sent without the token`);
    const request = parseRequest(answer, url, init.body);
    if (typeof request === 'string') {
      problems.push(`${name}: ${request}`);
      return envelope(400, { status: 'error', errors: [{ code: 'BadRequest' }] });
    }
    return reply(answer, name, await answer.handler(request));
  }

  function reply({ endpoint }: Answer, name: string, data: unknown): Response {
    if (isRejection(data)) {
      const status = errors[data.rejectedFor[0]?.code ?? 'UnknownError'][0];
      return envelope(status, { status: 'error', errors: data.rejectedFor });
    }
    const outcome = z.safeParse(endpoint.data, data);
    if (!outcome.success) problems.push(`${name}: answered against the contract: ${z.prettifyError(outcome.error)}`);
    return envelope(200, { status: 'success', data });
  }

  return {
    requests,
    problems,
    fetch: respond,
    answer: (endpoint, handler) =>
      void answers.set(endpoint, {
        endpoint,
        pattern: new RegExp(`^/api${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        handler: handler as Answer['handler'],
      }),
  };
}

const countParams = ({ path }: Endpoint): number => path.split('{').length;

const isRejection = (data: unknown): data is Rejection =>
  typeof data === 'object' && data !== null && 'rejectedFor' in data;

const envelope = (status: number, body: object): Response => new Response(JSON.stringify(body), { status });

/** The parts of a request by the endpoint's schemas, or what is wrong with it. */
function parseRequest({ endpoint, pattern }: Answer, url: URL, sentBody: unknown): FakeRequest<Endpoint> | string {
  const sentParts = {
    params: { ...pattern.exec(url.pathname)?.groups },
    query: Object.fromEntries(url.searchParams),
    body: readBody(sentBody),
  };
  const parsedParts: Record<Parts, unknown> = { params: {}, query: {}, body: undefined };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) {
      if (Object.keys(sentParts[part] ?? {}).length > 0) return `the endpoint takes no ${part}`;
      continue;
    }
    const outcome = z.safeParse(schema, sentParts[part]);
    if (!outcome.success) return `${part}: ${z.prettifyError(outcome.error)}`;
    const unknownFields = Object.keys(sentParts[part] ?? {}).filter((field) => !(field in Object(outcome.data)));
    if (unknownFields.length > 0) return `${part}: unknown ${unknownFields.join(', ')}`;
    parsedParts[part] = outcome.data;
  }
  return parsedParts as unknown as FakeRequest<Endpoint>;
}

function readBody(body: unknown): Record<string, unknown> | undefined {
  if (typeof body === 'string') return JSON.parse(body) as Record<string, unknown>;
  return body instanceof URLSearchParams ? Object.fromEntries(body) : undefined;
}
