import type { Account, AccountSession, AuditPage } from '@botscope/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestVisitor } from '../../roles/test-server.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { createAuthenticator } from './test-authenticator.ts';

const [email, password] = ['ann@example.com', 'correct horse battery'];
let server: TestServer;
let ann: TestVisitor;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://stats.example.com' });
  await server.services.accounts.createAccount({ email, password });
  ann = server.visitor();
  await ann.post('/api/user/sign-in/login', { identity: email, password, rememberMe: true });
});
afterAll(() => server.close());

const profile = (call: string, body?: unknown) => ann.post(`/api/user/profile/${call}`, body);
const userOf = (answer: Awaited<ReturnType<typeof profile>>) => dataOf<{ user: Account }>(answer).user;

describe('the calls of the profile', () => {
  it('the first account of the installation is its administrator', async () => {
    expect(dataOf<{ user: Account }>(await ann.get('/api/site/init')).user).toMatchObject({
      email,
      is_admin: true,
      has_password: true,
      second_factor: false,
      passkeys: 0,
      currency: 'RUB',
    });
  });

  it('values stand in the query, as the address of the call', async () => {
    expect(userOf(await profile('set-currency?currency=EUR'))).toMatchObject({ currency: 'EUR' });
    expect(userOf(await profile('set-report-currency?report_currency=USD'))).toMatchObject({ report_currency: 'USD' });
    expect(errorOf(await profile('set-currency?currency=DOGE'))).toBe('InvalidField currency');
    expect(errorOf(await profile('set-report-currency'))).toMatch(/report_currency/);
    expect(errorOf(await profile('set-email?email=nonsense', { password }))).toMatch(/email$/);
    expect(errorOf(await profile('set-email?email=new@example.com', {}))).toBe('ProofNeeded password');
    expect(errorOf(await profile('set-email?email=new@example.com'))).toBe('ProofNeeded password');
    expect(dataOf(await profile('set-email?email=New@Example.com', { password }))).toEqual({
      email: 'new@example.com',
      delivery: 'log',
    });
    expect(errorOf(await profile('email-code?code=12345x'))).toBe('InvalidCode code');
    expect(dataOf(await profile('send-proof-code'))).toEqual({ delivery: 'log' });
  });

  it('need a signed-in account', async () => {
    const visitor = server.visitor();
    for (const call of ['set-currency?currency=EUR', 'totp/begin', 'passkeys/options', 'sign-out-everywhere'])
      expect(errorOf(await visitor.post(`/api/user/profile/${call}`, {}))).toBe('NotSignedIn');
    for (const call of ['sessions', 'passkeys', 'deletion', 'get-auth-key'])
      expect(errorOf(await visitor.get(`/api/user/profile/${call}`))).toBe('NotSignedIn');
  });

  it('sign-ups and new passwords that are guessed first are refused', async () => {
    const body = { email: 'late@example.com', password: 'Password1' };
    expect(errorOf(await server.visitor().post('/api/user/sign-in/signup', body))).toBe('WeakPassword password');
    const change = { current_password: password, new_password: '12345678' };
    expect(errorOf(await profile('set-password', change))).toBe('WeakPassword new_password');
    expect(errorOf(await profile('set-password', { ...change, current_password: 'wrong' }))).toBe(
      'InvalidPassword current_password',
    );
  });

  it('sessions are listed and ended', async () => {
    const phone = server.visitor();
    await phone.post('/api/user/sign-in/login', { identity: email, password });
    const { sessions } = dataOf<{ sessions: AccountSession[] }>(await ann.get('/api/user/profile/sessions'));
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ is_current }) => !is_current)!;
    expect((await ann.delete(`/api/user/profile/sessions/${other.id}`)).status).toBe(200);
    expect(errorOf(await ann.delete(`/api/user/profile/sessions/${other.id}`))).toBe('NotFound');
    const log = dataOf<AuditPage>(await ann.get('/api/user/profile/audit?action=session_ended'));
    expect(log.entries).toHaveLength(1);
    expect(errorOf(await phone.get('/api/user/profile/sessions'))).toBe('NotSignedIn');
    expect(dataOf<{ sessions: unknown[] }>(await profile('sign-out-everywhere', {})).sessions).toHaveLength(1);
  });
});

describe('a sign-in with a second factor', () => {
  it('takes a ticket and a code, and sets the cookie only then', async () => {
    const { secret } = dataOf<{ secret: string }>(await profile('totp/begin', { password }));
    const app = (time = Date.now()) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time });
    expect(errorOf(await profile('totp/confirm', { code: '000000' }))).toBe('InvalidCode code');
    const activation = dataOf<{ user: Account; recovery_codes: string[] }>(
      await profile('totp/confirm', { code: app() }),
    );
    expect(activation.user).toMatchObject({ second_factor: true, recovery_codes: 10 });

    const phone = server.visitor();
    const answer = await phone.post('/api/user/sign-in/login', { identity: email, password });
    expect(dataOf(answer)).toEqual({ user: null, second_factor: expect.any(String) });
    expect([...phone.cookies.keys()].filter((name) => name.endsWith('session_token'))).toEqual([]);
    const { second_factor: ticket } = dataOf<{ second_factor: string }>(answer);
    const signIn = (code: string | undefined, ticketText = ticket) =>
      phone.post('/api/user/sign-in/second-factor', { ticket: ticketText, code });
    // The code that switched it on was used with that.
    expect(errorOf(await signIn(app()))).toBe('InvalidCode code');
    expect(errorOf(await signIn(activation.recovery_codes[0], 'x.y'))).toBe('InvalidTicket');
    expect(dataOf(await signIn(activation.recovery_codes[0]))).toMatchObject({
      user: { recovery_codes: 9 },
      second_factor: null,
    });
    expect(dataOf<{ user: Account }>(await phone.get('/api/site/init')).user).toMatchObject({ email });

    const renewal = dataOf<{ recovery_codes: string[] }>(await profile('totp/recovery-codes', { password }));
    expect(renewal.recovery_codes).toHaveLength(10);
    expect(userOf(await profile('totp/off', { code: renewal.recovery_codes[0] }))).toMatchObject({
      second_factor: false,
    });
  });
});

describe('a sign-in with a passkey', () => {
  it('needs neither name nor password', async () => {
    const authenticator = createAuthenticator('https://stats.example.com');
    const registration = dataOf<{ options: Record<string, unknown> }>(await profile('passkeys/options', { password }));
    const response = authenticator.create(registration.options);
    expect(errorOf(await profile('passkeys', { response, name: ' ' }))).toBe('InvalidField name');
    const profileData = dataOf<{ user: Account; passkeys: { id: string }[] }>(
      await profile('passkeys', { response, name: 'Phone' }),
    );
    expect(profileData).toMatchObject({ user: { passkeys: 1 }, passkeys: [{ name: 'Phone', last_used_at: null }] });

    const phone = server.visitor();
    const { options } = dataOf<{ options: Record<string, unknown> }>(
      await phone.post('/api/user/sign-in/passkey-options'),
    );
    const body = { response: authenticator.get(options), rememberMe: true };
    expect(dataOf(await phone.post('/api/user/sign-in/passkey', body))).toMatchObject({
      user: { email },
      second_factor: null,
    });
    expect(errorOf(await phone.post('/api/user/sign-in/passkey', body))).toBe('WrongPasskey');

    const [passkey] = profileData.passkeys;
    const renamed = await profile(`passkeys/${passkey!.id}`, { name: 'Key ring' });
    expect(dataOf(renamed)).toMatchObject({ passkeys: [{ name: 'Key ring' }] });
    expect(dataOf(await ann.delete(`/api/user/profile/passkeys/${passkey!.id}`))).toMatchObject({ passkeys: [] });
    expect(errorOf(await ann.delete('/api/user/profile/passkeys/1'))).toBe('NotFound');
  });
});

describe('guessing who has an account', () => {
  it('an unknown email is answered like a wrong password, and as late', async () => {
    const ask = async (identity: string) => {
      const startedAt = performance.now();
      const answer = await server.visitor().post('/api/user/sign-in/login', { identity, password: 'a wrong guess' });
      return { error: errorOf(answer), ms: performance.now() - startedAt };
    };
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 7; round += 1) {
      const [knownAttempt, unknownAttempt] = [await ask(email), await ask(`nobody-${round}@example.com`)];
      expect([knownAttempt.error, unknownAttempt.error]).toEqual(['IncorrectUserPass', 'IncorrectUserPass']);
      times.known.push(knownAttempt.ms);
      times.unknown.push(unknownAttempt.ms);
    }
    // Without a hash to compare with, the answer would come in a tenth of the time.
    const minimum = (list: number[]) => Math.min(...list);
    expect(minimum(times.unknown)).toBeGreaterThan(minimum(times.known) * 0.4);
  });
});
