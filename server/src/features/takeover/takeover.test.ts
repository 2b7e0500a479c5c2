import type { Takeover } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../roles/test-server.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
let colleague: TestVisitor;
let apiKey: string;
beforeAll(async () => {
  world = await startWriting();
  const { accounts, bots, metadata } = world.server.services;
  const account = { email: 'colleague@example.com', password: 'correct horse battery' };
  await accounts.createAccount(account);
  colleague = world.server.visitor();
  await colleague.post('/api/user/sign-in/login', { identity: account.email, password: account.password });
  const { id } = await metadata.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  const keys = JSON.stringify(['section.users.messages.send']);
  await metadata.db.insertInto('grants').values({ bot_key: world.key, account_key: id, keys }).execute();
  apiKey = await bots.rotateApiKey(world.key);
}, 120_000);
afterAll(() => world.close());

const state = async (user: SimulatedUser, visitor = world.owner): Promise<Takeover> =>
  dataOf(await visitor.get(world.path(user, '/takeover')));
const take = (user: SimulatedUser, visitor = world.owner, from_colleague = false) =>
  visitor.post(world.path(user, '/takeover'), { from_colleague });
const release = (user: SimulatedUser, visitor = world.owner) => visitor.post(world.path(user, '/takeover/release'), {});

/** Texts (or kinds) of the user's updates that the bot's webhook got, in order. */
const atBot = (user: SimulatedUser): string[] =>
  world.hook.requests.flatMap(({ body }) => {
    const update = JSON.parse(body) as Record<string, { from?: { id: number }; text?: string; data?: string }>;
    const [content] = ['message', 'edited_message', 'callback_query'].flatMap((kind) => update[kind] ?? []);
    return content?.from?.id === user.id ? [content.text ?? content.data ?? ''] : [];
  });
/** Counts the user's events, also those that the bot did not get. */
const recordedUpdates = async (user: SimulatedUser): Promise<number> => {
  const rows = await world.server.services.store.query<{ events: number }>({
    sql: "SELECT count() AS events FROM events FINAL WHERE bot = {bot:String} AND user_id = {user:Int64} AND kind != 'call'",
    params: { bot: world.key, user: user.id },
    bot: world.key,
  });
  return Number(rows[0]?.events);
};
const arrived = (user: SimulatedUser, texts: string[]) =>
  expect.poll(() => atBot(user), { timeout: 10_000 }).toEqual(texts);

describe('a chat that is taken over', () => {
  beforeEach(async () => {
    await world.owner.post(`/api/bots/${world.key}/takeover-settings`, { withheld: 'drop' });
  });

  it('is kept from the bot until it is released; everything is recorded, other chats go on', async () => {
    const [user, other] = [await world.meet('Ann'), await world.meet('Other')];
    await arrived(user, ['/start']);
    expect(await state(user)).toEqual({ current: null, reach: 'full' });
    expect(dataOf(await take(user))).toMatchObject({
      current: { owner: 'owner@example.com', is_mine: true, mode: 'drop', withheld: 0 },
    });
    user.sends('to a human');
    other.sends('to the bot');
    await arrived(other, ['/start', 'to the bot']);
    await expect.poll(() => recordedUpdates(user)).toBe(2);
    expect(atBot(user)).toEqual(['/start']);
    await expect.poll(async () => (await state(user)).current?.withheld, { timeout: 5_000 }).toBe(1);
    expect(dataOf(await release(user))).toEqual({ current: null, reach: 'full' });
    user.sends('to the bot again');
    await arrived(user, ['/start', 'to the bot again']);
  });

  it('answers the buttons that the user presses, so that none of them waits', async () => {
    const user = await world.meet('Bea');
    await world.send(user, { text: 'choose', buttons: [[{ text: 'Yes', callback_data: 'yes' }]] });
    await take(user);
    user.presses('yes');
    const answer = await world.bot.nextCall('answerCallbackQuery');
    expect(answer.status).toBe(200);
    expect(atBot(user)).toEqual(['/start']);
  });

  it('goes back to the bot when the user starts it again, and the bot gets that', async () => {
    const user = await world.meet('Cleo');
    await take(user);
    user.sends('hello?');
    user.sends('/start again');
    user.sends('menu');
    await arrived(user, ['/start', '/start again', 'menu']);
    await expect.poll(() => state(user)).toMatchObject({ current: null });
  });

  it('is given to one of two colleagues, and the other one may take it from them', async () => {
    const user = await world.meet('Dora');
    const answers = await Promise.all([take(user), take(user, colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = answers[0]?.status === 200 ? [world.owner, colleague] : [colleague, world.owner];
    expect(errorOf(await take(user, second))).toBe('TakenOver');
    expect(errorOf(await release(user, second))).toBe('TakenOver');
    expect((await state(user, second)).current).toMatchObject({ is_mine: false });
    expect((await take(user, second, true)).status).toBe(200);
    expect((await state(user, first)).current).toMatchObject({ is_mine: false });
  });

  it('is prolonged by writing, and ends by itself', async () => {
    const user = await world.meet('Emma');
    const { db } = world.server.services.metadata;
    const loadRemainingMs = async () => {
      const { current } = await state(user);
      return current === null ? 0 : Date.parse(current.expires_at) - Date.now();
    };
    const expireIn = (ms: number) =>
      db
        .updateTable('takeovers')
        .set({ expires_at: new Date(Date.now() + ms) })
        .where('user_id', '=', user.id)
        .execute();
    await take(user);
    await expireIn(60_000);
    expect(await loadRemainingMs()).toBeLessThan(61_000);
    await world.send(user, { text: 'I am here' });
    expect(await loadRemainingMs()).toBeGreaterThan(1_700_000);
    await expireIn(-1);
    expect(await loadRemainingMs()).toBe(0);
    expect(await world.server.services.takeovers.expire()).toBe(1);
    user.sends('bot?');
    await arrived(user, ['/start', 'bot?']);
  });

  it('may be taken while an update is on its way: that one the bot still gets', async () => {
    const user = await world.meet('Fay');
    await arrived(user, ['/start']);
    world.hook.answer = null;
    user.sends('before');
    await arrived(user, ['/start', 'before']);
    await take(user);
    world.hook.answer = { status: 200, body: 'OK' };
    // The bot did not take it in time: it gets it once more.
    world.hook.hangUp();
    await arrived(user, ['/start', 'before', 'before']);
    user.sends('after');
    await expect.poll(async () => (await state(user)).current?.withheld, { timeout: 10_000 }).toBe(1);
    await release(user);
    user.sends('last');
    await arrived(user, ['/start', 'before', 'before', 'last']);
  });

  it('stays taken if the user blocks the bot in the middle: the colleague reads why the message was refused', async () => {
    const user = await world.meet('Gwen');
    await take(user);
    user.blocks();
    const refusedMessage = dataOf(await world.send(user, { text: 'still there?' }));
    expect(refusedMessage).toMatchObject({ status: 'refused', reason: 'blocked' });
    expect((await state(user)).current).not.toBeNull();
    // Blocking is the bot's to know.
    await expect.poll(() => world.hook.requests.some(({ body }) => body.includes('my_chat_member'))).toBe(true);
  });

  it('lets the bot’s own messages through: both answer within one second', async () => {
    const user = await world.meet('Hope');
    await take(user);
    const api = { url: world.telegram.url, token: world.bot.token };
    const [botAnswer] = await Promise.all([
      callMethod(api, 'sendMessage', { chat_id: user.id, text: 'reminder of the bot' }),
      world.send(user, { text: 'from a human' }),
    ]);
    expect(botAnswer.status).toBe(200);
    expect(
      world
        .callsTo(user)
        .map(({ params }) => params.text)
        .toSorted(),
    ).toEqual(['from a human', 'reminder of the bot']);
  });
});

it('waiting updates are delivered in order when the chat is released, if the owner has chosen so', async () => {
  const user = await world.meet('Iris');
  await arrived(user, ['/start']);
  await world.owner.post(`/api/bots/${world.key}/takeover-settings`, { withheld: 'deliver' });
  expect(dataOf(await take(user))).toMatchObject({ current: { mode: 'deliver' } });
  for (const text of ['one', 'two', 'three']) user.sends(text);
  await expect.poll(async () => (await state(user)).current?.withheld, { timeout: 10_000 }).toBe(3);
  expect(atBot(user)).toEqual(['/start']);
  await release(user);
  user.sends('four');
  await arrived(user, ['/start', 'one', 'two', 'three', 'four']);
  const settings = await world.owner.get(`/api/bots/${world.key}/takeover-settings`);
  expect(dataOf(settings)).toEqual({ withheld: 'deliver', reach: 'full' });
});

describe('the bot itself', () => {
  const call = async (method: 'GET' | 'POST', body: object | string, key = apiKey) => {
    const isGet = method === 'GET';
    const answer = await fetch(`${world.server.url}/v1/takeover${isGet ? `?${body}` : ''}`, {
      method,
      headers: { 'api-key': key },
      ...(isGet ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { ok: boolean; result?: object; description?: string },
    };
  };

  it('hands a chat over, asks who answers it, and takes it back', async () => {
    const user = await world.meet('Judy');
    const user_id = user.id;
    expect((await call('POST', { user_id, action: 'take', minutes: 5 })).body).toMatchObject({
      ok: true,
      result: { user_id, taken_over: true, by: 'bot' },
    });
    expect((await state(user)).current).toMatchObject({ owner: null, is_mine: false });
    // A colleague answers what the bot has handed over.
    expect((await take(user, world.owner, true)).status).toBe(200);
    expect((await call('GET', `user_id=${user_id}`)).body.result).toMatchObject({ by: 'operator' });
    expect(await call('POST', { user_id, action: 'take' })).toMatchObject({
      status: 409,
      body: { ok: false, description: 'Conflict: a person has taken over this chat' },
    });
    expect(await call('POST', { user_id, action: 'release' })).toMatchObject({ status: 409 });
    expect((await call('GET', `user_id=${user_id}`)).body.result).toMatchObject({ taken_over: true, by: 'operator' });
    await release(user);
    expect((await call('POST', { user_id, action: 'take' })).status).toBe(200);
    expect((await call('POST', { user_id: String(user_id), action: 'release' })).body.result).toEqual({
      user_id,
      taken_over: false,
      by: null,
      expires_at: null,
    });
  });

  it.each<[string, object | string, number, string]>([
    ['nonsense', '{', 400, 'Bad Request: the body is no JSON'],
    ['no user', { action: 'take' }, 400, 'Bad Request: user_id is invalid'],
    ['another action', { user_id: 1, action: 'hold' }, 400, 'Bad Request: action is invalid'],
    ['too long', { user_id: 1, action: 'take', minutes: 2_000 }, 400, 'Bad Request: minutes is invalid'],
  ])('is refused %s', async (_, body, status, description) => {
    expect(await call('POST', body)).toEqual({ status, body: { ok: false, error_code: status, description } });
  });

  it('needs its key', async () => {
    expect((await call('GET', 'user_id=1', 'wrong')).status).toBe(401);
    expect((await call('GET', 'user_id=x')).status).toBe(400);
  });
});
