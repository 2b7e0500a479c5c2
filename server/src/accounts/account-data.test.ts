import type { Bot } from '@botscope/contract';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, PUBLIC_URL, startWorld, type World } from '../connections/test-world.ts';
import type { TestVisitor } from '../roles/test-server.ts';

const password = 'correct horse battery';
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const db = () => world.server.services.metadata.db;
async function somebody(email: string): Promise<TestVisitor> {
  await world.server.services.accounts.createAccount({ email, password });
  const visitor = world.server.visitor();
  await visitor.post('/api/user/sign-in/login', { identity: email, password });
  return visitor;
}
const keyOf = async (email: string) => (await world.server.services.accounts.byEmail(email))!.key;

/** A bot whose webhook we have taken over. */
async function takenOver(visitor: TestVisitor, username: string) {
  const simulated = world.telegram.addBot({ username });
  await fetch(`${world.telegram.url}/bot${simulated.token}/setWebhook?url=${encodeURIComponent(world.hook.url)}`);
  const body = { bot_name: username, connection_type: 'auto', token: simulated.token, over_platform: true };
  const { bot } = dataOf<{ bot: Bot }>(await visitor.post('/api/bots', body));
  expect(simulated.webhookUrl).toContain(PUBLIC_URL);
  return { key: bot.key, simulated };
}

describe('deleting an account', () => {
  it('says what goes with it, gives webhooks back, and leaves histories to be deleted', async () => {
    const ann = await somebody('ann@example.com');
    const annKey = await keyOf('ann@example.com');
    const { key, simulated } = await takenOver(ann, 'ann_bot');
    const pushed = dataOf<{ bot: Bot }>(
      await ann.post('/api/bots', { bot_name: 'second_bot', connection_type: 'api' }),
    ).bot;
    const owner = await keyOf('owner@example.com');
    const own = dataOf<{ bot: Bot }>(
      await world.owner.post('/api/bots', { bot_name: 'owned_bot', connection_type: 'api' }),
    );
    await db()
      .insertInto('grants')
      .values([
        { bot_key: key, account_key: owner, role: 'viewer' },
        { bot_key: own.bot.key, account_key: annKey, role: 'viewer' },
      ])
      .execute();

    expect(dataOf(await ann.get('/api/user/profile/deletion'))).toEqual({
      bots: [
        { key, bot_name: 'ann_bot', members: 1 },
        { key: pushed.key, bot_name: 'second_bot', members: 0 },
      ],
      granted: 1,
    });
    expect(errorOf(await ann.post('/api/user/profile/delete-account', {}))).toBe('ProofNeeded password');
    expect(errorOf(await ann.post('/api/user/profile/delete-account', { password: 'wrong' }))).toBe(
      'InvalidPassword password',
    );
    expect(simulated.webhookUrl).toContain(PUBLIC_URL);

    expect((await ann.post('/api/user/profile/delete-account', { password })).status).toBe(200);
    expect(simulated.webhookUrl).toBe(world.hook.url);
    expect(ann.cookies.size).toBe(0);
    expect(await world.server.services.accounts.byKey(annKey)).toBeNull();
    const rows = await db().selectFrom('bots').selectAll().where('key', 'in', [key, pushed.key]).execute();
    expect(rows.map((row) => [row.account_key, row.removed_at !== null, row.token_sealed])).toEqual([
      [null, true, null],
      [null, true, null],
    ]);
    const forgotten: string[] = [];
    await world.server.services.bots.forgetRemoved(async (bot) => void forgotten.push(bot));
    expect(forgotten.sort()).toEqual([key, pushed.key].sort());
    expect(await db().selectFrom('grants').selectAll().where('account_key', '=', annKey).execute()).toEqual([]);
    expect(
      await db().selectFrom('verifications').selectAll().where('identifier', 'like', `%${annKey}`).execute(),
    ).toEqual([]);
    const log = await db()
      .selectFrom('audit')
      .selectAll()
      .where('account_key', '=', annKey)
      .orderBy('id', 'desc')
      .execute();
    expect(log[0]).toMatchObject({ action: 'account_deleted', actor: 'ann@example.com' });
    const again = { identity: 'ann@example.com', password };
    expect(errorOf(await world.server.visitor().post('/api/user/sign-in/login', again))).toBe('IncorrectUserPass');
  });

  it('stops where a webhook cannot be given back; the account stands and can try again', async () => {
    const ben = await somebody('ben@example.com');
    const { simulated } = await takenOver(ben, 'ben_bot');
    simulated.script({ method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' } });
    expect(errorOf(await ben.post('/api/user/profile/delete-account', { password }))).toBe('TelegramUnavailable');
    expect((await ben.get('/api/user/profile/deletion')).status).toBe(200);
    expect((await ben.post('/api/user/profile/delete-account', { password })).status).toBe(200);
    expect(simulated.webhookUrl).toBe(world.hook.url);
  });
});

describe('taking the data along', () => {
  it('gives one file with everything but secrets', async () => {
    const cleo = await somebody('cleo@example.com');
    const simulated = world.telegram.addBot({ username: 'cleo_bot' });
    const added = await cleo.post('/api/bots', {
      bot_name: 'cleo_bot',
      connection_type: 'manual',
      delivery_method: 'getUpdates',
      token: simulated.token,
    });
    expect(added.status).toBe(200);
    const answer = await cleo.get('/api/user/profile/export');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="botscope-account.json"');
    expect(answer.body).toMatchObject({
      format: 'botscope-account',
      account: { email: 'cleo@example.com', time_zone: 'UTC' },
      sessions: [{ ip_address: '127.0.0.1', device: 'node' }],
      bots: [{ bot_name: 'cleo_bot' }],
    });
    expect((answer.body as unknown as { log: { action: string }[] }).log.map(({ action }) => action)).toContain(
      'sign_in',
    );
    const text = JSON.stringify(answer.body);
    const [token] = [...cleo.cookies.values()];
    for (const secret of [simulated.token, token!, '$argon2id$', 'sealed', 'hash']) expect(text).not.toContain(secret);
    expect(text).not.toContain('owner@example.com');
    expect(errorOf(await world.server.visitor().get('/api/user/profile/export'))).toBe('NotSignedIn');
  });
});

describe('keys for other services', () => {
  it('are checked with the public key that everybody may have', async () => {
    const jwks = createRemoteJWKSet(new URL(`${world.server.url}/.well-known/jwks.json`));
    const { key, expires_at } = dataOf<{ key: string; expires_at: string }>(
      await world.owner.get('/api/user/profile/get-auth-key?audience=help.example.com'),
    );
    const { payload } = await jwtVerify(key, jwks, { issuer: PUBLIC_URL, audience: 'help.example.com' });
    expect(payload).toMatchObject({ sub: await keyOf('owner@example.com'), email: 'owner@example.com' });
    expect(new Date(payload.exp! * 1_000).toISOString()).toBe(expires_at);
  });

  it('for files are given for bots that one may see', async () => {
    const body = { bot_name: 'photo_bot', connection_type: 'api' };
    const { bot } = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body));
    const ask = (visitor: TestVisitor, query: string) => visitor.get(`/api/user/default/get-cdn-key${query}`);
    expect((await ask(world.owner, `?bot=${bot.key}`)).status).toBe(200);
    expect((await ask(world.stranger, '')).status).toBe(200);
    expect(errorOf(await ask(world.stranger, `?bot=${bot.key}`))).toBe('NotFound');
    expect(errorOf(await ask(world.stranger, '?bot=0123456789abc'))).toBe('NotFound');
    expect(errorOf(await ask(world.server.visitor(), ''))).toBe('NotSignedIn');
  });
});
