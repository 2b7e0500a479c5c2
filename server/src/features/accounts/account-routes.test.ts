import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { registerAccounts } from './account-routes.ts';
import { registerProfile } from './profile-routes.ts';
import { type TestAccounts, testAccounts } from './test-accounts.ts';

const metadata = testMetadata();
let kit: TestAccounts;
let app: FastifyInstance;

beforeAll(async () => {
  kit = testAccounts(metadata());
  app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  const http = createHttp<never>(app, {
    account: async (request) => (await kit.accounts.session(request.headers))?.account ?? null,
    permit: () => Promise.reject(new Error('no bots here')),
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  registerAccounts(http, { accounts: kit.accounts, mailer: { delivery: 'log' }, https: false });
  registerProfile(http, { accounts: kit.accounts, mailer: { delivery: 'log' } });
});
afterAll(() => app.close());

/** One browser, which keeps its cookies. Answers with the data, or with `status code field` of the error. */
function browser() {
  const jar = new Map<string, string>();
  return async (method: 'GET' | 'POST', path: string, payload?: Record<string, unknown>): Promise<unknown> => {
    const response = await app.inject({
      method,
      url: `/api/user/${path}`,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    const answer = response.json();
    if (answer.status === 'success') return answer.data;
    const [{ code, field }] = answer.errors;
    return [response.statusCode, code, field].filter(Boolean).join(' ');
  };
}

test('an account signs up, is activated, changes its settings, signs out and signs in again', async () => {
  const ask = browser();
  const email = 'ann@example.com';
  const account = { user: expect.objectContaining({ email, locale: 'ru', time_zone: 'Europe/Moscow' }) };

  const signUp = { email: ' Ann@Example.com', password: 'correct horse', lang: 'ru' };
  expect(await ask('POST', 'sign-in/signup', signUp)).toEqual({ email, delivery: 'log' });
  const credentials = { identity: 'ANN@example.com', password: 'correct horse', rememberMe: true };
  expect(await ask('POST', 'sign-in/login', credentials)).toBe('403 need_activate');
  expect(await ask('POST', 'profile/set-lang?lang=en')).toBe('401 NotSignedIn');
  expect(await ask('POST', 'sign-in/send-activation', { email })).toEqual({ delivery: 'log' });

  expect(await ask('POST', 'sign-in/activation', { code: '999-999', email })).toBe('400 InvalidCode code');
  const code = await kit.codeOf(email);
  expect(await ask('POST', 'sign-in/activation', { code, email })).toEqual({
    ...account,
    second_factor: null,
  });
  expect(await ask('POST', 'profile/set-time-zone?time_zone=Asia/Tokyo')).toEqual({
    user: expect.objectContaining({ time_zone: 'Asia/Tokyo' }),
  });
  expect(await ask('POST', 'profile/set-time-zone?time_zone=Nowhere')).toBe('400 InvalidField time_zone');
  expect(await ask('POST', 'profile/set-lang?lang=en')).toEqual({ user: expect.objectContaining({ locale: 'en' }) });
  expect(await ask('POST', 'profile/set-lang?lang=xx')).toBe('400 InvalidField lang');

  expect(await ask('POST', 'sign-in/logout')).toBeNull();
  expect(await ask('POST', 'profile/set-lang?lang=ru')).toBe('401 NotSignedIn');
  expect(await ask('POST', 'sign-in/login', credentials)).toEqual({
    user: expect.objectContaining({ email }),
    second_factor: null,
  });
  expect(await ask('POST', 'profile/set-lang?lang=ru')).toEqual({ user: expect.objectContaining({ locale: 'ru' }) });
});

test('a forgotten password', async () => {
  const ask = browser();
  const email = 'bob@example.com';
  await kit.accounts.createAccount({ email, password: 'the old one' });
  expect(await ask('POST', 'sign-in/request-password-reset', { email: 'nobody@example.com' })).toEqual({
    delivery: 'log',
  });
  expect(await ask('POST', 'sign-in/request-password-reset', { email })).toEqual({ delivery: 'log' });
  const code = await kit.codeOf(email);
  expect(await ask('POST', 'sign-in/reset-password', { email, code, password: 'short' })).toBe(
    '400 InvalidPassword password',
  );
  expect(await ask('POST', 'sign-in/reset-password', { email, code, password: 'the new one' })).toBeNull();
  expect(await ask('POST', 'sign-in/reset-password', { email, code, password: 'another one' })).toBe(
    '400 InvalidCode code',
  );
  expect(await ask('POST', 'sign-in/login', { identity: email, password: 'the old one' })).toBe(
    '400 IncorrectUserPass',
  );
  expect(await ask('POST', 'sign-in/login', { identity: email, password: 'the new one' })).toEqual({
    user: expect.objectContaining({ email }),
    second_factor: null,
  });
});

test('an unknown time zone, wrong credentials and too many attempts are rejected', async () => {
  const ask = browser();
  const email = 'carl@example.com';
  await kit.accounts.createAccount({ email, password: 'correct horse' });
  const nowhere = { email: 'dora@example.com', password: 'whatever it is', time_zone: 'Nowhere' };
  expect(await ask('POST', 'sign-in/signup', nowhere)).toBe('400 InvalidField time_zone');
  for (const identity of ['carl', 'nobody@example.com', '%', email]) {
    expect(await ask('POST', 'sign-in/login', { identity, password: 'wrong' })).toBe('400 IncorrectUserPass');
  }
  for (let i = 0; i < 9; i++) await ask('POST', 'sign-in/login', { identity: email, password: 'wrong' });
  expect(await ask('POST', 'sign-in/login', { identity: email, password: 'correct horse' })).toBe(
    '429 TooManyRequests',
  );
});
