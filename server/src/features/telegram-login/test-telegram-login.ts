import { type SimulatedIssuer, startSimulatedIssuer } from '@botscope/testkit/telegram-login/issuer.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createAttempts } from '../../platform/attempts.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createTelegramDispatcher } from '../../platform/outgoing/telegram-dispatcher.ts';
import { registerAccounts } from '../accounts/account-routes.ts';
import { registerProfile } from '../accounts/profile-routes.ts';
import { type TestAccounts, testAccounts } from '../accounts/test-accounts.ts';
import { registerTelegramLogin } from './feature.ts';
import { createTelegramLogin, type TelegramLoginDeps } from './telegram-login.ts';

const client = { clientId: '5678901234', clientSecret: 'a secret of @BotFather' };
const redirectUri = 'http://localhost:8080/telegram-login';
export const botToken = '5678901234:AAHh1-5PzW3xQ0vYk2sR7tUuVwXyZaBcDeF';

/** One browser, which keeps its cookies. Answers with the data, or with `status code field` of the error. */
export type Browser = (method: 'GET' | 'POST', path: string, payload?: object) => Promise<unknown>;

export interface LoginWorld {
  issuer: SimulatedIssuer;
  kit: TestAccounts;
  /** Notifications of accounts: key and code. */
  notified: string[];
  browser(): Browser;
}

/** Accounts, their edge and a simulated Telegram for the tests of the surrounding file; a getter for use inside them. */
export function testLoginWorld(
  metadata: () => Metadata,
  { bot, oidc }: { bot: boolean; oidc: boolean },
): () => LoginWorld {
  let world: LoginWorld;
  let app: FastifyInstance;
  const dispatcher = createTelegramDispatcher();
  beforeAll(async () => {
    const issuer = await startSimulatedIssuer({ ...client, allowedUrls: [redirectUri] });
    const kit = testAccounts(metadata());
    const now = () => kit.clock.now;
    app = await createApp({ logger: pino({ level: 'silent' }), https: false });
    const http = createHttp<never>(app, {
      account: async (request) => (await kit.accounts.session(request.headers))?.account ?? null,
      permit: () => Promise.reject(new Error('no bots here')),
      isOperator: () => false,
      csrfToken: () => 'token',
    });
    const settings: TelegramLoginDeps['settings'] = {
      bot: bot ? { username: 'stats_bot', token: botToken } : null,
      oidc: oidc ? { ...client, issuer: issuer.url } : null,
    };
    const { db } = metadata();
    const notified: string[] = [];
    const telegramLogin = createTelegramLogin({
      db,
      accounts: kit.accounts,
      attempts: createAttempts(db, now),
      notifications: { notify: async (key, { code }) => void notified.push(`${key} ${code}`) },
      sealer: createSealer('s'.repeat(32)),
      settings,
      redirectUri,
      dispatcher,
      now,
    });
    registerAccounts(http, { accounts: kit.accounts, mailer: { delivery: 'log' }, https: false });
    registerProfile(http, { accounts: kit.accounts, mailer: { delivery: 'log' } });
    registerTelegramLogin(http, { telegramLogin, https: false });
    world = { issuer, kit, notified, browser: () => createBrowser(app) };
  });
  afterAll(async () => {
    await app.close();
    await dispatcher.destroy();
    await world.issuer.stop();
  });
  return () => world;
}

let browsers = 0;

function createBrowser(app: FastifyInstance): Browser {
  const jar = new Map<string, string>();
  browsers += 1;
  const remoteAddress = `10.9.0.${browsers}`;
  return async (method, path, payload) => {
    const response = await app.inject({
      method,
      url: `/api/user/${path}`,
      remoteAddress,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const answer = response.json();
    if (answer.status === 'success') return answer.data;
    const [{ code, field }] = answer.errors;
    return [response.statusCode, code, field].filter(Boolean).join(' ');
  };
}
