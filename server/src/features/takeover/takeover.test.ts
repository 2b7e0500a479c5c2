import type { Takeover } from '@botscope/contract';
import type { Person } from '@botscope/testkit/person.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
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

const state = async (person: Person, visitor = world.owner): Promise<Takeover> =>
  dataOf(await visitor.get(world.path(person, '/takeover')));
const take = (person: Person, visitor = world.owner, from_colleague = false) =>
  visitor.post(world.path(person, '/takeover'), { from_colleague });
const release = (person: Person, visitor = world.owner) => visitor.post(world.path(person, '/takeover/release'), {});

/** Texts (or kinds) of the person's updates that the bot's webhook got, in order. */
const atBot = (person: Person): string[] =>
  world.hook.requests.flatMap(({ body }) => {
    const update = JSON.parse(body) as Record<string, { from?: { id: number }; text?: string; data?: string }>;
    const [content] = ['message', 'edited_message', 'callback_query'].flatMap((kind) => update[kind] ?? []);
    return content?.from?.id === person.user.id ? [content.text ?? content.data ?? ''] : [];
  });
/** Counts the person's events, also those that the bot did not get. */
const recordedUpdates = async (person: Person): Promise<number> => {
  const rows = await world.server.services.store.query<{ events: number }>({
    sql: "SELECT count() AS events FROM events FINAL WHERE bot = {bot:String} AND user_id = {user:Int64} AND kind != 'call'",
    params: { bot: world.key, user: person.user.id },
    bot: world.key,
  });
  return Number(rows[0]?.events);
};
const arrived = (person: Person, texts: string[]) =>
  expect.poll(() => atBot(person), { timeout: 10_000 }).toEqual(texts);

describe('a chat that is taken over', () => {
  beforeEach(async () => {
    await world.owner.post(`/api/bots/${world.key}/takeover-settings`, { withheld: 'drop' });
  });

  it('is kept from the bot until it is released; everything is recorded, other chats go on', async () => {
    const [person, other] = [await world.meet('Ann'), await world.meet('Other')];
    await arrived(person, ['/start']);
    expect(await state(person)).toEqual({ current: null, reach: 'full' });
    expect(dataOf(await take(person))).toMatchObject({
      current: { owner: 'owner@example.com', is_mine: true, mode: 'drop', withheld: 0 },
    });
    person.sends('to a human');
    other.sends('to the bot');
    await arrived(other, ['/start', 'to the bot']);
    await expect.poll(() => recordedUpdates(person)).toBe(2);
    expect(atBot(person)).toEqual(['/start']);
    await expect.poll(async () => (await state(person)).current?.withheld, { timeout: 5_000 }).toBe(1);
    expect(dataOf(await release(person))).toEqual({ current: null, reach: 'full' });
    person.sends('to the bot again');
    await arrived(person, ['/start', 'to the bot again']);
  });

  it('answers the buttons that the person presses, so that none of them waits', async () => {
    const person = await world.meet('Bea');
    await world.send(person, { text: 'choose', buttons: [[{ text: 'Yes', callback_data: 'yes' }]] });
    await take(person);
    person.presses('yes');
    const answer = await world.bot.nextCall('answerCallbackQuery');
    expect(answer.status).toBe(200);
    expect(atBot(person)).toEqual(['/start']);
  });

  it('goes back to the bot when the person starts it again, and the bot gets that', async () => {
    const person = await world.meet('Cleo');
    await take(person);
    person.sends('hello?');
    person.sends('/start again');
    person.sends('menu');
    await arrived(person, ['/start', '/start again', 'menu']);
    await expect.poll(() => state(person)).toMatchObject({ current: null });
  });

  it('is given to one of two colleagues, and the other one may take it from them', async () => {
    const person = await world.meet('Dora');
    const answers = await Promise.all([take(person), take(person, colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = answers[0]?.status === 200 ? [world.owner, colleague] : [colleague, world.owner];
    expect(errorOf(await take(person, second))).toBe('TakenOver');
    expect(errorOf(await release(person, second))).toBe('TakenOver');
    expect((await state(person, second)).current).toMatchObject({ is_mine: false });
    expect((await take(person, second, true)).status).toBe(200);
    expect((await state(person, first)).current).toMatchObject({ is_mine: false });
  });

  it('is prolonged by writing, and ends by itself', async () => {
    const person = await world.meet('Emma');
    const { db } = world.server.services.metadata;
    const loadRemainingMs = async () => {
      const { current } = await state(person);
      return current === null ? 0 : Date.parse(current.expires_at) - Date.now();
    };
    const expireIn = (ms: number) =>
      db
        .updateTable('takeovers')
        .set({ expires_at: new Date(Date.now() + ms) })
        .where('user_id', '=', person.user.id)
        .execute();
    await take(person);
    await expireIn(60_000);
    expect(await loadRemainingMs()).toBeLessThan(61_000);
    await world.send(person, { text: 'I am here' });
    expect(await loadRemainingMs()).toBeGreaterThan(1_700_000);
    await expireIn(-1);
    expect(await loadRemainingMs()).toBe(0);
    expect(await world.server.services.takeovers.expire()).toBe(1);
    person.sends('bot?');
    await arrived(person, ['/start', 'bot?']);
  });

  it('may be taken while an update is on its way: that one the bot still gets', async () => {
    const person = await world.meet('Fay');
    await arrived(person, ['/start']);
    world.hook.answer = null;
    person.sends('before');
    await arrived(person, ['/start', 'before']);
    await take(person);
    world.hook.answer = { status: 200, body: 'OK' };
    // The bot did not take it in time: it gets it once more.
    world.hook.hangUp();
    await arrived(person, ['/start', 'before', 'before']);
    person.sends('after');
    await expect.poll(async () => (await state(person)).current?.withheld, { timeout: 10_000 }).toBe(1);
    await release(person);
    person.sends('last');
    await arrived(person, ['/start', 'before', 'before', 'last']);
  });

  it('stays taken if the person blocks the bot in the middle: the colleague reads why the message was refused', async () => {
    const person = await world.meet('Gwen');
    await take(person);
    person.blocks();
    const refusedMessage = dataOf(await world.send(person, { text: 'still there?' }));
    expect(refusedMessage).toMatchObject({ status: 'refused', reason: 'blocked' });
    expect((await state(person)).current).not.toBeNull();
    // Blocking is the bot's to know.
    await expect.poll(() => world.hook.requests.some(({ body }) => body.includes('my_chat_member'))).toBe(true);
  });

  it('lets the bot’s own messages through: both answer within one second', async () => {
    const person = await world.meet('Hope');
    await take(person);
    const api = { url: world.telegram.url, token: world.bot.token };
    const [botAnswer] = await Promise.all([
      callMethod(api, 'sendMessage', { chat_id: person.user.id, text: 'reminder of the bot' }),
      world.send(person, { text: 'from a human' }),
    ]);
    expect(botAnswer.status).toBe(200);
    expect(
      world
        .callsTo(person)
        .map(({ params }) => params.text)
        .toSorted(),
    ).toEqual(['from a human', 'reminder of the bot']);
  });
});

it('waiting updates are delivered in order when the chat is released, if the owner has chosen so', async () => {
  const person = await world.meet('Iris');
  await arrived(person, ['/start']);
  await world.owner.post(`/api/bots/${world.key}/takeover-settings`, { withheld: 'deliver' });
  expect(dataOf(await take(person))).toMatchObject({ current: { mode: 'deliver' } });
  for (const text of ['one', 'two', 'three']) person.sends(text);
  await expect.poll(async () => (await state(person)).current?.withheld, { timeout: 10_000 }).toBe(3);
  expect(atBot(person)).toEqual(['/start']);
  await release(person);
  person.sends('four');
  await arrived(person, ['/start', 'one', 'two', 'three', 'four']);
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
    const person = await world.meet('Judy');
    const user_id = person.user.id;
    expect((await call('POST', { user_id, action: 'take', minutes: 5 })).body).toMatchObject({
      ok: true,
      result: { user_id, taken_over: true, by: 'bot' },
    });
    expect((await state(person)).current).toMatchObject({ owner: null, is_mine: false });
    // A colleague answers what the bot has handed over.
    expect((await take(person, world.owner, true)).status).toBe(200);
    expect((await call('GET', `user_id=${user_id}`)).body.result).toMatchObject({ by: 'operator' });
    expect(await call('POST', { user_id, action: 'take' })).toMatchObject({
      status: 409,
      body: { ok: false, description: 'Conflict: a person has taken over this chat' },
    });
    expect(await call('POST', { user_id, action: 'release' })).toMatchObject({ status: 409 });
    expect((await call('GET', `user_id=${user_id}`)).body.result).toMatchObject({ taken_over: true, by: 'operator' });
    await release(person);
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
