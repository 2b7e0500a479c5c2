import { type SimulatedIssuer, startSimulatedIssuer } from '@botscope/testkit/telegram-login/issuer.ts';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTelegramDispatcher } from '../../platform/outgoing/telegram-dispatcher.ts';
import { newSecret } from './login-ticket.ts';
import { createOpenId, type LoginSecrets, type OpenId, toChallenge } from './openid-client.ts';

const client = {
  clientId: '5678901234',
  clientSecret: 'a secret of @BotFather',
  redirectUri: 'https://stats.example.com/telegram-login',
};
const vera = { id: 700_100_200, name: 'Vera Orlova', preferred_username: 'vera_o' };

let issuer: SimulatedIssuer;
let dispatcher: Dispatcher;
let openId: OpenId;
beforeAll(async () => {
  issuer = await startSimulatedIssuer({ ...client, allowedUrls: [client.redirectUri] });
  dispatcher = createTelegramDispatcher();
  openId = createOpenId({ ...client, issuer: issuer.url, requestsWriteAccess: false }, dispatcher);
});
afterAll(async () => {
  await dispatcher.destroy();
  await issuer.stop();
});

const secrets = (): LoginSecrets => ({ state: newSecret(), nonce: newSecret(), verifier: newSecret() });

/** As a browser: to the issuer and back with a code. */
async function obtainCode(loginSecrets: LoginSecrets, user = vera): Promise<string> {
  const returnUrl = await issuer.agree(await openId.address(loginSecrets), user);
  expect(returnUrl.searchParams.get('state')).toBe(loginSecrets.state);
  return returnUrl.searchParams.get('code') ?? '';
}

/** The user, or `code: why` of the error. */
const ask = (code: string, loginSecrets: LoginSecrets, client = openId): Promise<unknown> =>
  client.user(code, loginSecrets, Date.now()).catch((error) => `${error.code}: ${error.message.split(': ')[1]}`);

describe('login by OpenID Connect', () => {
  it('asks for no more than it needs, and names the user', async () => {
    const loginSecrets = secrets();
    expect(await ask(await obtainCode(loginSecrets), loginSecrets)).toEqual({ tid: vera.id, name: 'Vera Orlova' });
    const parameters = Object.fromEntries(issuer.requests.at(-1) ?? []);
    expect(parameters).toMatchObject({
      scope: 'openid profile',
      redirect_uri: client.redirectUri,
      nonce: loginSecrets.nonce,
    });
    expect(JSON.stringify(parameters)).not.toContain(loginSecrets.verifier);

    const writing = createOpenId({ ...client, issuer: issuer.url, requestsWriteAccess: true }, dispatcher);
    expect(new URL(await writing.address(loginSecrets)).searchParams.get('scope')).toBe(
      'openid profile telegram:bot_access',
    );
  });

  it('takes a code once, only with its verifier, and no invented one', async () => {
    const loginSecrets = secrets();
    const code = await obtainCode(loginSecrets);
    expect(await ask(code, loginSecrets)).toMatchObject({ tid: vera.id });
    expect(await ask(code, loginSecrets)).toBe('WrongTelegram: invalid_grant');
    expect(await ask(await obtainCode(loginSecrets), { ...loginSecrets, verifier: newSecret() })).toBe(
      'WrongTelegram: invalid_grant',
    );
    expect(await ask('invented', loginSecrets)).toBe('WrongTelegram: invalid_grant');
  });

  const seconds = Math.floor(Date.now() / 1_000);
  it.each([
    ['of another issuer', { claims: { iss: 'https://oauth.telegram.example' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['for another site', { claims: { aud: '1' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['that is over', { claims: { exp: seconds - 120, iat: seconds - 300 } }, 'ERR_JWT_EXPIRED'],
    ['that was made long ago', { claims: { iat: seconds - 900 } }, 'ERR_JWT_EXPIRED'],
    ['of the future', { claims: { iat: seconds + 900, nbf: seconds + 900 } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['for another login', { claims: { nonce: 'another' } }, 'nonce'],
    ['without a nonce', { claims: { nonce: undefined } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['without a user', { claims: { id: undefined } }, 'id'],
    ['with half a user', { claims: { id: '12ab' } }, 'id'],
    ['that another key signed', { foreignKey: true as const }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['that nobody signed', { unsigned: true as const }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
  ])('refuses a token %s', async (_, defect, reason) => {
    const loginSecrets = secrets();
    const code = await obtainCode(loginSecrets);
    issuer.spoil(defect);
    expect(await ask(code, loginSecrets)).toBe(`WrongTelegram: ${reason}`);
  });

  it('separates failures of Telegram from wrong users', async () => {
    const loginSecrets = secrets();
    const code = await obtainCode(loginSecrets);
    issuer.spoil({ status: 500 });
    expect(await ask(code, loginSecrets)).toBe('TelegramUnavailable: token');
    const stranger = createOpenId(
      { ...client, clientSecret: 'wrong', issuer: issuer.url, requestsWriteAccess: false },
      dispatcher,
    );
    expect(await ask(await obtainCode(loginSecrets), loginSecrets, stranger)).toBe('TelegramUnavailable: token');
    const nowhere = createOpenId({ ...client, issuer: 'http://127.0.0.1:9', requestsWriteAccess: false }, dispatcher);
    expect(await ask('any', loginSecrets, nowhere)).toMatch(/^TelegramUnavailable/);
    const elsewhere = createOpenId(
      { ...client, issuer: `${issuer.url}/elsewhere`, requestsWriteAccess: false },
      dispatcher,
    );
    expect(await ask('any', loginSecrets, elsewhere)).toBe('TelegramUnavailable: discovery');
  });

  it('reads the keys again when a token names one that is new, twice a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const loginSecrets = secrets();
      expect(await ask(await obtainCode(loginSecrets), loginSecrets)).toMatchObject({ tid: vera.id });
      issuer.rotateKeys();
      expect(await ask(await obtainCode(loginSecrets), loginSecrets)).toBe('WrongTelegram: ERR_JWKS_NO_MATCHING_KEY');
      vi.setSystemTime(Date.now() + 31_000);
      expect(await ask(await obtainCode(loginSecrets), loginSecrets)).toMatchObject({ tid: vera.id });
    } finally {
      vi.useRealTimers();
    }
  });
});

it('makes the challenge of RFC 7636, appendix B', () => {
  expect(toChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('makes verifiers that the RFC takes, each once', () => {
  expect(newSecret()).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  expect(newSecret()).not.toBe(newSecret());
});
