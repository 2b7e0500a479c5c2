import { type APIRequestContext, request } from '@playwright/test';
import { createAccount } from '../fixtures/operator.ts';
import { startServer, type TestServer } from '../fixtures/server.ts';
import type { Mode } from './clients.ts';
import { type Exchange, type HttpTap, startTap } from './http-tap.ts';

/** The product between Telegram and bots, with one account that connects them. */
export interface ConnectedBotscope {
  readonly url: string;
  /** Simulated Telegram of each bot, by token: the product knows one API root for all. */
  readonly upstream: Map<string, string>;
  /** Returns the calls that the product sent to Telegram for this bot. */
  callsOf(token: string): Exchange[];
  readonly telegramTap: HttpTap;
  /** @returns the bot's key */
  connect(bot: {
    token: string;
    username: string;
    mode: Mode;
    webhook: string;
    secret: string;
    connection: 'auto' | 'manual';
    proxiesCalls: boolean;
  }): Promise<string>;
  /** Calls the dashboard's API as the account. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

/** As one server, which a test may stop and start. */
export interface RunningBotscope extends ConnectedBotscope {
  readonly server: TestServer;
}

export async function startBotscope(): Promise<RunningBotscope> {
  const telegram = await startTelegramTap();
  const env = { TELEGRAM_API_ROOT: telegram.telegramTap.url, ALLOW_PRIVATE_WEBHOOKS: '1', MAILING_MAX_SPEED: '30' };
  const server = await startServer({ env });
  const botscope = await connectBotscope(server, telegram);
  return {
    ...botscope,
    server,
    async close() {
      await server.remove();
      await botscope.close();
    },
  };
}

type TelegramSide = Pick<ConnectedBotscope, 'telegramTap' | 'upstream'>;

/** The API root of a product that is started later. */
export async function startTelegramTap(): Promise<TelegramSide> {
  const upstream = new Map<string, string>();
  const telegramTap = await startTap(({ url = '' }) => {
    const token = /^\/(?:file\/)?bot([^/]+)/.exec(url)?.[1];
    return upstream.get(decodeURIComponent(token ?? '')) ?? null;
  });
  return { telegramTap, upstream };
}

/** Makes an account on a running product, and signs in. */
export async function connectBotscope(
  server: Pick<TestServer, 'url' | 'appSecret'>,
  { telegramTap, upstream }: TelegramSide,
): Promise<ConnectedBotscope> {
  const account = await createAccount(server);
  const session = await request.newContext({ baseURL: server.url });
  const signedIn = await session.post('/api/user/sign-in/login', {
    data: { identity: account.email, password: account.password, rememberMe: false },
  });
  if (!signedIn.ok()) throw new Error(`sign-in: ${signedIn.status()} ${await signedIn.text()}`);

  return {
    url: server.url,
    upstream,
    telegramTap,
    callsOf: (token) => telegramTap.exchanges.filter(({ path }) => decodeURIComponent(path).includes(`bot${token}/`)),
    ask: (method, path, body) => ask(session, method, path, body),
    async connect({ token, username, mode, webhook, secret, connection, proxiesCalls }) {
      const { bot } = (await ask(session, 'POST', '/api/bots', {
        bot_name: username,
        connection_type: connection,
        delivery_method: mode === 'polling' ? 'getUpdates' : 'webhook',
        delivery_method_send: proxiesCalls ? 'proxy' : 'off',
        ...(connection === 'auto' ? { token, over_platform: true } : {}),
        ...(mode === 'webhook' ? { webhook, ...(secret === '' ? {} : { secret_token: secret }) } : {}),
      })) as { bot: { key: string } };
      return bot.key;
    },
    async close() {
      await session.dispose();
      await telegramTap.close();
    },
  };
}

async function ask(session: APIRequestContext, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await session.fetch(path, { method, ...(body ? { data: body } : {}) });
  const answer = (await response.json()) as { data: unknown };
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${JSON.stringify(answer)}`);
  return answer.data;
}
