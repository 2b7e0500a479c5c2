import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { startTestServer, type TestAnswer, type TestServer, type TestVisitor } from '../../roles/test-server.ts';

/** A bot's own webhook, as a test sees it. */
export interface TestHook {
  url: string;
  /** Requests that came, oldest first. */
  requests: { method: string; body: string; secret: string | undefined; headers: Record<string, unknown> }[];
  /** Its answer from now on; null = it never answers. */
  answer: { status: number; body: string; headers?: Record<string, string> } | null;
  /** Cuts the connections of requests that it has not answered. */
  hangUp(): void;
  close(): void;
}

export async function startHook(): Promise<TestHook> {
  const requests: TestHook['requests'] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const secret = request.headers['x-telegram-bot-api-secret-token'];
    requests.push({ method: request.method ?? '', body, secret: secret?.toString(), headers: request.headers });
    if (hook.answer !== null) response.writeHead(hook.answer.status, hook.answer.headers).end(hook.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hook: TestHook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answer: { status: 200, body: 'OK' },
    hangUp: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return hook;
}

/** The product beside a simulated Telegram, with two signed-in users. */
export interface World {
  telegram: SimulatedTelegram;
  server: TestServer;
  owner: TestVisitor;
  stranger: TestVisitor;
  hook: TestHook;
  close(): Promise<void>;
}

/** Our address for Telegram. */
export const publicUrl = 'https://stats.example.com';

/** Without relay and proxy, unless ROLES says so: what Telegram sends to us then arrives at `hook`. */
export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  const hook = await startHook();
  let home = hook.url;
  const telegram = await startSimulatedTelegram({
    isLocal: true,
    webhookTarget: (url) => (url.origin === publicUrl ? new URL(url.pathname, home) : url),
  });
  const server = await startTestServer({
    TELEGRAM_API_ROOT: telegram.url,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    PUBLIC_URL: publicUrl,
    ROLES: 'api',
    ...environment,
  });
  if (environment.ROLES?.includes('ingest')) home = server.url;
  const signIn = async (email: string): Promise<TestVisitor> => {
    const password = 'correct horse battery';
    await server.services.accounts.createAccount({ email, password });
    const visitor = server.visitor();
    await visitor.post('/api/user/sign-in/login', { identity: email, password });
    return visitor;
  };
  const [owner, stranger] = [await signIn('owner@example.com'), await signIn('stranger@example.com')];
  return {
    telegram,
    server,
    owner,
    stranger,
    hook,
    async close() {
      await server.close();
      await telegram.stop();
      hook.close();
    },
  };
}

/** The first error of an answer, as `code field`; its status if there is none. */
export function errorOf(answer: TestAnswer): string {
  const [error] = answer.body.errors ?? [];
  return error === undefined ? String(answer.status) : [error.code, error.field].filter(Boolean).join(' ');
}

export const dataOf = <T>(answer: TestAnswer): T => answer.body.data as unknown as T;
