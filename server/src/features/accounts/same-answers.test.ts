import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestVisitor } from '../../roles/test-server.ts';

const password = 'correct horse';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api', TRUST_PROXY: '1' });
  // The first account runs the installation.
  await server.services.accounts.createAccount({ email: 'first@example.com', password });
});
afterAll(() => server.close());

let owners = 0;
/** States of an address's account; each is created again for each branch. */
const kinds = {
  unknown: async () => {},
  pending: async (email: string) => void (await from().post('/api/user/sign-in/signup', { email, password })),
  active: async (email: string) => void (await server.services.accounts.createAccount({ email, password })),
  'active, without a password': async (email: string) => {
    const { key } = await server.services.accounts.createAccount({ email, password });
    await server.services.metadata.db.deleteFrom('credentials').where('account_id', '=', key).execute();
  },
};

/** A stranger's browser, at an address of its own. */
function from(): TestVisitor {
  owners += 1;
  const visitor = server.visitor();
  const place = { 'x-forwarded-for': `203.0.113.${owners % 250}` };
  return { ...visitor, post: (path, body) => visitor.post(path, body, place) };
}

const post = (path: string, body: Record<string, unknown>) => async (ask: TestVisitor, email: string) =>
  ask.post(`/api/user/sign-in/${path}`, { ...body, ...(path === 'login' ? { identity: email } : { email }) });
/** Requests that a stranger's browser may make; `activation` by its own POST. */
const branches: Record<string, ((ask: TestVisitor, email: string) => Promise<unknown>)[]> = {
  'signs up': [post('signup', { password: 'battery staple' })],
  'signs up with a weak password': [post('signup', { password: 'password1' })],
  'signs up, then in': [post('signup', { password: 'battery staple' }), post('login', { password: 'battery staple' })],
  'signs up, then in wrongly': [post('signup', { password: 'battery staple' }), post('login', { password: 'a guess' })],
  'signs in': [post('login', { password: 'a guess' })],
  'signs in too often': Array.from({ length: 11 }, () => post('login', { password: 'a guess' })),
  'asks for an activation code': [post('send-activation', {})],
  'asks for too many': Array.from({ length: 6 }, () => post('send-activation', {})),
  'types an activation code': [post('activation', { code: '123456' })],
  'asks for one and types another': [post('send-activation', {}), post('activation', { code: '123456' })],
  'types one too often': [
    post('send-activation', {}),
    ...Array.from({ length: 7 }, () => post('activation', { code: '123456' })),
  ],
  'forgets the password': [post('request-password-reset', {})],
  'forgets it too often': Array.from({ length: 6 }, () => post('request-password-reset', {})),
  'types a reset code': [post('reset-password', { code: '123456', password: 'a new password' })],
  'asks for a reset code and types another': [
    post('request-password-reset', {}),
    post('reset-password', { code: '123456', password: 'a new password' }),
  ],
  'types a weak new password': [post('reset-password', { code: '123456', password: 'password1' })],
};

test.each(Object.keys(branches))('%s: the same answers, whatever the address belongs to', async (branch) => {
  const answers: Record<string, unknown> = {};
  for (const [kind, make] of Object.entries(kinds)) {
    owners += 1;
    const email = `owner-${owners}@example.com`;
    await make(email);
    await server.services.accounts.settled();
    const ask = from();
    const heard = [];
    for (const step of branches[branch]!) {
      const { status, body, headers } = (await step(ask, email)) as Awaited<ReturnType<TestVisitor['post']>>;
      const text = JSON.stringify(body).replaceAll(email, 'the address');
      const cookies = headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
      heard.push({ status, text, cookies, retryAfter: headers.get('retry-after') !== null });
    }
    answers[kind] = heard;
  }
  for (const kind of Object.keys(kinds)) expect({ [kind]: answers[kind] }).toEqual({ [kind]: answers.unknown });
  expect(JSON.stringify(answers)).not.toContain('UnknownError');
});
