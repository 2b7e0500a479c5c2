import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { copyEmptyEvents } from '../events/store/test-data.ts';
import { readConfig } from '../platform/config.ts';
import { copyEmptyData } from '../platform/metadata/test-data.ts';
import { type RunningApp, startServer } from './server.ts';

export interface TestServer extends RunningApp {
  dataDir: string;
  /** A browser of its own: keeps cookies, speaks JSON. */
  visitor(): TestVisitor;
  /** Ends the server; its files stay until `close`. */
  stop(): Promise<void>;
}

export interface TestVisitor {
  cookies: Map<string, string>;
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, body?: unknown): Promise<TestAnswer>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  /** The envelope, as the edge sent it. */
  body: { status?: string; data?: never; errors?: { code: string; field?: string }[] } & Record<string, unknown>;
}

/** On a busy machine an insert takes longer than a dashboard would wait for it (300 ms), and a test must see its rows. */
const catchUpMs = 20_000;

/** The whole product on a throwaway directory and a free port, for tests of this process. */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-server-'));
  if (environment.DATABASE_URL === undefined) await copyEmptyData(dataDir);
  if (environment.CLICKHOUSE_URL === undefined) await copyEmptyEvents(join(dataDir, 'events'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    ...(environment.DATABASE_URL !== undefined && { APP_SECRET: 's'.repeat(32) }),
    ...environment,
  });
  const server = await startServer({ ...config, catchUpMs }, pino({ level: config.logLevel }));
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= server.close();
    return stopping;
  };
  return {
    ...server,
    dataDir,
    visitor: () => createVisitor(server.url),
    stop,
    async close() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function createVisitor(url: string): TestVisitor {
  const cookies = new Map<string, string>();
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (/max-age=0/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  return {
    cookies,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    delete: (path, body) => send('DELETE', path, body),
  };
}

type Monitored = { url: string; services: { config: { metricsToken: string } } };

export const monitorHeaders = ({ services }: Pick<Monitored, 'services'>) => ({
  authorization: `Bearer ${services.config.metricsToken}`,
});

/** A request as a monitoring system makes it. */
export const askAsMonitor = (
  server: Monitored,
  path: string,
  extraHeaders: Record<string, string> = {},
): Promise<Response> => fetch(`${server.url}${path}`, { headers: { ...monitorHeaders(server), ...extraHeaders } });
