import { type Account, endpoint, tariffs } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApp } from './app.ts';
import { createHttp } from './http.ts';

const baseEndpoint = { method: 'GET', data: z.string() } as const;
const routes = [
  endpoint({ ...baseEndpoint, path: '/free', access: 'visitor' }),
  endpoint({ ...baseEndpoint, path: '/advance', access: 'account', tariff: 3 }),
  endpoint({ ...baseEndpoint, path: '/gender', access: 'visitor', feature: 'gender' }),
];
/** Returns the account that the header `tariff` describes; without one it is a visitor's request. */
const createAccount = (tariff: string | undefined): Account | null =>
  tariff === undefined
    ? null
    : ({ key: 'a', email: 'ann@example.com', tariff: Number(tariff), currency: 'RUB' } as Account);

let app: Awaited<ReturnType<typeof createApp>>;
beforeAll(async () => {
  app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  const http = createHttp<object>(app, {
    account: async ({ headers }) => createAccount(headers.tariff as string | undefined),
    permit: () => Promise.reject(new Error('no bots here')),
    isOperator: () => false,
    csrfToken: () => '',
  });
  for (const route of routes) http.on(route, () => 'done');
  await app.ready();
});
afterAll(() => app.close());

const ask = async (path: string, tariff?: number): Promise<string> => {
  const headers = tariff === undefined ? {} : { tariff: String(tariff) };
  const answer = await app.inject({ url: `/api${path}`, headers });
  const body = answer.json() as { data?: string; errors?: { code: string }[] };
  return body.data ?? `${answer.statusCode} ${body.errors?.[0]?.code}`;
};

it.each<[string, number | undefined, string]>([
  ['/free', undefined, 'done'],
  ['/free', 0, 'done'],
  ['/advance', undefined, '401 NotSignedIn'],
  ['/advance', 0, '403 NotAllowOnTariff'],
  ['/advance', 1, '403 NotAllowOnTariff'],
  ['/advance', 2, '403 NotAllowOnTariff'],
  ['/advance', 3, 'done'],
  ['/advance', 4, 'done'],
  ['/gender', undefined, '403 NotAllowOnTariff'],
  ['/gender', 0, '403 NotAllowOnTariff'],
  ['/gender', 1, 'done'],
  ['/gender', 2, 'done'],
  ['/gender', 4, 'done'],
  // A number that no tariff has is the free one.
  ['/gender', 9, '403 NotAllowOnTariff'],
])('%s on the tariff %s: %s', async (path, tariff, answer) => {
  expect(await ask(path, tariff)).toBe(answer);
});

it('a self-hosted account has everything', () => {
  const [ownTariff] = tariffs.filter(({ type }) => type === 'individual');
  expect(ownTariff).toMatchObject({ id: 4, bots: null, reports: null, requestsPerDay: null, delay: 0 });
});
