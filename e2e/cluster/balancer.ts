import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** One request as the balancer saw it. */
export interface Passage {
  path: string;
  /** The beginning of the body, enough to tell which update it is. */
  body: string;
  /** The process that got it. */
  upstream: string;
  /** 0 while there is no answer, and for a connection that broke after the request had been sent. */
  status: number;
}

export interface Backend {
  name: string;
  url: string;
  /** Requests that it takes. */
  serves: 'traffic' | 'pages';
}

/**
 * Round robin over the processes that are healthy, as a balancer in front of a real installation: bots' traffic goes to
 * `ingest`, all other requests to `api`. A process is out when it does not accept a connection or its /healthz fails,
 * and in again when /healthz answers.
 */
export interface Balancer {
  readonly url: string;
  readonly passages: readonly Passage[];
  add(backend: Backend): void;
  remove(name: string): void;
  close(): Promise<void>;
}

const healthIntervalMs = 200;
const healthTimeoutMs = 1_000;
const keptBytes = 400;
const isTraffic = /^\/(?:hook|v1|bot|file\/bot)/;

export async function startBalancer(port: number): Promise<Balancer> {
  const passages: Passage[] = [];
  const backends = new Map<string, Backend & { isUp: boolean }>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function check(backend: Backend & { isUp: boolean }): Promise<void> {
    const answer = await fetch(`${backend.url}/healthz`, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch(
      () => null,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    backend.isUp = answer?.ok === true;
  }
  const timer = setInterval(() => {
    for (const backend of backends.values()) void check(backend);
  }, healthIntervalMs);

  /** Healthy ones, each the first in its turn. */
  function candidates(path: string): (Backend & { isUp: boolean })[] {
    const serves = isTraffic.test(path) ? 'traffic' : 'pages';
    const healthyBackends = [...backends.values()].filter((backend) => backend.isUp && backend.serves === serves);
    turn += 1;
    return healthyBackends.map(
      (_, index) => healthyBackends[(index + turn) % healthyBackends.length] as Backend & { isUp: boolean },
    );
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '/';
    for (const backend of candidates(path)) {
      const passage = { path, body: body.toString('utf8', 0, keptBytes), upstream: backend.name, status: 0 };
      const result = await passOn(backend, request, response, body, passage);
      if (result !== 'unsent') {
        passages.push(passage);
        return;
      }
      backend.isUp = false;
    }
    response.writeHead(503, { 'content-length': 0 }).end();
  }

  /** `unsent`: no connection was made, so another process may have the request. After that a repeat could double it. */
  function passOn(
    backend: Backend,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    passage: Passage,
  ): Promise<'done' | 'unsent'> {
    return new Promise((resolve) => {
      const outgoing = httpRequest(
        `${backend.url}${passage.path}`,
        { method: request.method ?? 'GET', headers: request.rawHeaders, agent, setDefaultHeaders: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
          answer.pipe(response);
          answer.once('end', () => {
            passage.status = answer.statusCode ?? 0;
            resolve('done');
          });
          answer.once('error', () => {
            response.destroy();
            resolve('done');
          });
        },
      );
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve('unsent');
        if (!response.headersSent) response.writeHead(502, { 'content-length': 0 }).end();
        else response.destroy();
        resolve('done');
      });
      // A caller that has gone away (a bot that stopped polling) ends the request behind it too.
      response.once('close', () => {
        if (!response.writableFinished) outgoing.destroy();
      });
      outgoing.end(body);
    });
  }

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    passages,
    add(backend) {
      backends.set(backend.name, { ...backend, isUp: true });
    },
    remove: (name) => void backends.delete(name),
    async close() {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
