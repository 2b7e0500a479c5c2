import type { Bot, Init } from '@botscope/contract';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../roles/test-server.ts';
import { dataOf, errorOf, publicUrl, startWorld, type World } from '../connections/test-world.ts';

const password = 'correct horse battery';
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const db = () => world.server.services.metadata.db;
async function signedInAs(email: string): Promise<TestVisitor> {
  await world.server.services.accounts.createAccount({ email, password });
  const visitor = world.server.visitor();
  await visitor.post('/api/user/sign-in/login', { identity: email, password });
  return visitor;
}
const loadKey = async (email: string) => (await world.server.services.accounts.byEmail(email))!.key;

/** A bot whose webhook we have taken over. */
async function takenOver(visitor: TestVisitor, username: string) {
  const simulated = world.telegram.addBot({ username });
  const home = `${world.hook.url}/${username}`;
  await fetch(`${world.telegram.url}/bot${simulated.token}/setWebhook?url=${encodeURIComponent(home)}`);
  const body = { bot_name: username, connection_type: 'auto', token: simulated.token, over_platform: true };
  const { bot } = dataOf<{ bot: Bot }>(await visitor.post('/api/bots', body));
  expect(simulated.webhookUrl).toContain(publicUrl);
  return { key: bot.key, simulated, home };
}

describe('deleting an account', () => {
  it('says what goes with it, gives webhooks back, and leaves histories to be deleted', async () => {
    const ann = await signedInAs('ann@example.com');
    const annKey = await loadKey('ann@example.com');
    const { key, simulated, home } = await takenOver(ann, 'ann_bot');
    const pushed = dataOf<{ bot: Bot }>(
      await ann.post('/api/bots', { bot_name: 'second_bot', connection_type: 'api' }),
    ).bot;
    const owner = await loadKey('owner@example.com');
    const ownersBot = dataOf<{ bot: Bot }>(
      await world.owner.post('/api/bots', { bot_name: 'owned_bot', connection_type: 'api' }),
    );
    await db()
      .insertInto('grants')
      .values([
        { bot_key: key, account_key: owner, role: 'viewer' },
        { bot_key: ownersBot.bot.key, account_key: annKey, role: 'viewer' },
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
    expect(simulated.webhookUrl).toContain(publicUrl);

    expect((await ann.post('/api/user/profile/delete-account', { password })).status).toBe(200);
    expect(simulated.webhookUrl).toBe(home);
    // The browser stays a known one to the limits; it is signed in no more.
    expect([...ann.cookies.keys()].filter((name) => name.endsWith('session_token'))).toEqual([]);
    expect(await world.server.services.accounts.byKey(annKey)).toBeNull();
    const rows = await db().selectFrom('bots').selectAll().where('key', 'in', [key, pushed.key]).execute();
    expect(rows.map((row) => [row.account_key, row.removed_at !== null, row.token_sealed])).toEqual([
      [null, true, null],
      [null, true, null],
    ]);
    const forgotten: string[] = [];
    await world.server.services.bots.forgetRemoved(
      async (bot) => void forgotten.push(bot),
      async () => true,
    );
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
    const credentials = { identity: 'ann@example.com', password };
    expect(errorOf(await world.server.visitor().post('/api/user/sign-in/login', credentials))).toBe(
      'IncorrectUserPass',
    );
  });

  it('is whole at once when Telegram fails for one of several bots, and goes on giving back that one', async () => {
    const ben = await signedInAs('ben@example.com');
    const benKey = await loadKey('ben@example.com');
    const [lame, quick] = [await takenOver(ben, 'lame_bot'), await takenOver(ben, 'quick_bot')];
    const friend = await signedInAs('friend@example.com');
    const viewer = { bot_key: lame.key, account_key: await loadKey('friend@example.com'), role: 'viewer' };
    await db().insertInto('grants').values(viewer).execute();
    expect((await friend.get(`/api/bots/${lame.key}`)).status).toBe(200);
    const invitation = await ben.post(`/api/bots/${lame.key}/permissions/invitations`, { role: 'viewer' });
    const link = new URL(dataOf<{ link: string }>(invitation).link).searchParams.get('invite_token');
    const failing = { method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' } } as const;

    lame.simulated.script(failing);
    const answer = await ben.post('/api/user/profile/delete-account', { password });
    expect(dataOf(answer)).toEqual({ waiting: ['lame_bot'] });
    expect(await world.server.services.accounts.byKey(benKey)).toBeNull();
    expect(await world.server.services.bots.byKey(quick.key)).toBeNull();
    // Nobody sees the bot that waits, and nobody comes to it; its updates still go on to it.
    expect(errorOf(await friend.get(`/api/bots/${lame.key}`))).toBe('NotFound');
    const init = dataOf<Init>(await friend.get(`/api/site/init?invite_token=${link}`));
    expect([init.bots, init.invitation?.state]).toEqual([{}, 'revoked']);
    expect(lame.simulated.webhookUrl).toContain(publicUrl);
    const { bots, connections } = world.server.services;
    expect(await bots.cached(lame.key)).toMatchObject({ account_key: null, webhook: lame.home });
    expect(await bots.claimForCheck(new Date(Date.now() + 1), new Date(), 100)).not.toContainEqual(
      expect.objectContaining({ key: lame.key }),
    );

    lame.simulated.script(failing);
    expect(await connections.removeLeaving(await bots.leaving())).toMatchObject([{ key: lame.key }]);
    expect(await connections.removeLeaving(await bots.leaving())).toEqual([]);
    expect(lame.simulated.webhookUrl).toBe(lame.home);
    expect([await bots.byKey(lame.key), await bots.leaving()]).toEqual([null, []]);
  });

  it('does not keep a token forever where Telegram never answers', async () => {
    const cara = await signedInAs('cara@example.com');
    const { key, simulated } = await takenOver(cara, 'cara_bot');
    const failing = { method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' } } as const;
    simulated.script(failing);
    await cara.post('/api/user/profile/delete-account', { password });
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    await db().updateTable('bots').set({ owner_deleted_at: monthAgo }).where('key', '=', key).execute();
    simulated.script(failing);
    const { bots, connections } = world.server.services;
    expect(await connections.removeLeaving(await bots.leaving())).toEqual([]);
    expect(await db().selectFrom('bots').select('token_sealed').where('key', '=', key).execute()).toEqual([
      { token_sealed: null },
    ]);
  });

  it('rejects the second request', async () => {
    const dan = await signedInAs('dan@example.com');
    const answers = await Promise.all([1, 2].map(() => dan.post('/api/user/profile/delete-account', { password })));
    expect(answers.map(errorOf).sort()).toEqual(['200', 'NotSignedIn']);
  });
});

describe('taking the data along', () => {
  it('gives one file with everything but secrets', async () => {
    const cleo = await signedInAs('cleo@example.com');
    const simulated = world.telegram.addBot({ username: 'cleo_bot' });
    const response = await cleo.post('/api/bots', {
      bot_name: 'cleo_bot',
      connection_type: 'manual',
      delivery_method: 'getUpdates',
      token: simulated.token,
    });
    expect(response.status).toBe(200);
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
  it('are checked with the public key that anyone may have', async () => {
    const jwks = createRemoteJWKSet(new URL(`${world.server.url}/.well-known/jwks.json`));
    const { key, expires_at } = dataOf<{ key: string; expires_at: string }>(
      await world.owner.get('/api/user/profile/get-auth-key?audience=help.example.com'),
    );
    const { payload } = await jwtVerify(key, jwks, { issuer: publicUrl, audience: 'help.example.com' });
    expect(payload).toMatchObject({ sub: await loadKey('owner@example.com'), email: 'owner@example.com' });
    expect(new Date(payload.exp! * 1_000).toISOString()).toBe(expires_at);
  });

  it('are given for files of the bots that one may see', async () => {
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

describe('the administrator', () => {
  it('does not go while others stay and nobody else runs the installation', async () => {
    const erase = () => world.owner.post('/api/user/profile/delete-account', { password });
    const answer = await erase();
    expect([answer.status, errorOf(answer)]).toEqual([409, 'LastAdministrator']);
    expect(await loadKey('owner@example.com')).toBeTruthy();
    await world.server.services.accounts.setAdmin('stranger@example.com', true);
    expect((await erase()).status).toBe(200);
    expect(errorOf(await world.stranger.post('/api/user/profile/delete-account', { password }))).toBe(
      'LastAdministrator',
    );
  });

  it('goes when nobody else is there; the next account runs the installation', async () => {
    const { accounts } = world.server.services;
    const last = await loadKey('stranger@example.com');
    await db().deleteFrom('accounts').where('id', '<>', last).execute();
    expect((await world.stranger.post('/api/user/profile/delete-account', { password })).status).toBe(200);
    expect(await accounts.createAccount({ email: 'next@example.com', password })).toMatchObject({ is_admin: true });
  });
});
