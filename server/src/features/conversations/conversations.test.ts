import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bot, ConversationPage, UserHead, UserTotals } from '@botscope/contract';
import { userFilePath } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream } from '../../roles/test-stream.ts';
import { dataOf, startHook, startWorld, type World } from '../connections/test-world.ts';

let world: World;
let hook: Awaited<ReturnType<typeof startHook>>;
let simulated: SimulatedBot;
let anna: ReturnType<World['telegram']['user']>;
let key: string;
const callThrough = (method: string, params: Record<string, unknown>) =>
  callMethod({ url: world.server.url, token: simulated.token }, method, params);

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  hook = await startHook();
  simulated = world.telegram.addBot({ username: 'talk_bot' });
  anna = world.telegram.user({ first_name: 'Anna', bot: simulated });
  await callMethod({ url: world.telegram.url, token: simulated.token }, 'setWebhook', { url: hook.url });
  const connection = { connection_type: 'auto', over_platform: true, delivery_method_send: 'proxy' };
  const bot = { bot_name: 'talk_bot', token: simulated.token, ...connection };
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', bot)).bot.key;
  anna.sends('/start ads');
  anna.sendsPhoto('look');
  anna.sends('hello');
  await vi.waitUntil(() => hook.requests.length >= 3, { timeout: 20_000 });
  // Recording goes on beside forwarding.
  const totals = async () => (await world.owner.get(buildPath('/totals'))).body as { data?: UserTotals };
  await vi.waitFor(async () => expect((await totals()).data?.actions).toBe(3), { timeout: 20_000 });
  await callThrough('sendMessage', { chat_id: anna.user.id, text: 'Welcome' });
});
afterAll(async () => {
  hook.close();
  await world.close();
});

const buildPath = (rest = '', user = anna.user.id) => `/api/bots/${key}/users/${user}${rest}`;
const conversation = async () => dataOf<ConversationPage>(await world.owner.get(buildPath('/messages')));
const fetchAs = (path: string, headers: Record<string, string> = {}) => {
  const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${world.server.url}${path}`, { headers: { cookie, ...headers } });
};
const describeError = (answer: { status: number; body: { errors?: { code: string }[] } }) =>
  `${answer.status} ${answer.body.errors?.[0]?.code}`;

describe('one user of a bot', () => {
  it('has a head, and numbers that are those of the reports', async () => {
    const head = dataOf<UserHead>(await world.owner.get(buildPath()));
    const ads = { source: 'ads', params: { none: 'ads' } };
    expect(head).toMatchObject({
      user_id: anna.user.id,
      first_name: 'Anna',
      gender: 'female',
      status: 'live',
      chat: 'open',
      status_since: head.first_time,
      location: null,
      app_country: '',
    });
    expect(dataOf<UserTotals>(await world.owner.get(buildPath('/totals')))).toEqual({
      sources: { first: ads, last: ads, last_significant: ads },
      actions: 3,
      sessions: 1,
      launches: 1,
      payments: 0,
      income: [],
    });
  });

  it('has a conversation with both sides', async () => {
    const { items, outgoing, before } = await conversation();
    const texts = items.map((item) => item.type === 'message' && `${item.way} ${item.versions[0]?.text}`);
    expect(texts).toEqual(['in /start ads', 'in look', 'in hello', 'out Welcome']);
    expect({ outgoing, before }).toEqual({ outgoing: 'proxy', before: null });
  });

  it('is unknown where the bot has not met them, and to strangers', async () => {
    for (const rest of ['', '/totals', '/messages', '/search?search=a', '/log', '/log/1700000000000-1'])
      expect(describeError(await world.owner.get(buildPath(rest, 42))), rest).toBe('404 NotFound');
    for (const rest of ['/messages?before=x', '/messages?around=1-x', '/log?kind=x', '/search?search='])
      expect((await world.owner.get(buildPath(rest))).status, rest).toBe(400);
  });

  it('is in the audit log once an hour, whichever of its parts is read first; files always are', async () => {
    const ben = world.telegram.user({ first_name: 'Ben', bot: simulated });
    ben.sends('/start');
    const log = () => world.owner.get(buildPath('/log', ben.user.id));
    await vi.waitFor(async () => expect((await log()).status).toBe(200), { timeout: 20_000 });
    for (const part of ['/log', '/messages', '/search?search=start'])
      expect((await world.owner.get(buildPath(part, ben.user.id))).status).toBe(200);
    await conversation();
    // The profile alone is no conversation.
    await world.owner.get(buildPath('', ben.user.id));
    for (const format of ['csv', 'ndjson', 'csv']) await fetchAs(`/api/bots/${key}/users.${format}`);

    const { entries } = dataOf<{ entries: { action: string; detail: Record<string, unknown> }[] }>(
      await world.owner.get(`/api/bots/${key}/audit`),
    );
    const findDetails = (auditAction: string) =>
      entries.flatMap(({ action, detail }) => (action === auditAction ? [detail] : []));
    expect(findDetails('conversation_viewed')).toEqual([{ user_id: ben.user.id }, { user_id: anna.user.id }]);
    expect(findDetails('exported')).toEqual([{ what: 'users' }, { what: 'users' }, { what: 'users' }]);
  });

  it('is followed live', async () => {
    const stream = await openStream(world.server.url, world.owner, buildPath('/live').slice('/api/'.length));
    const changeEvent = (change: string) => ({ event: 'changed', data: { what: change } });
    expect([await stream.next(), await stream.next()]).toEqual([changeEvent('events'), changeEvent('takeover')]);
    const began = performance.now();
    anna.sends('news');
    expect(await stream.next()).toEqual(changeEvent('events'));
    expect(performance.now() - began).toBeLessThan(2_000);
    const last = (await conversation()).items.at(-1);
    expect(last?.type === 'message' && last.versions[0]?.text).toBe('news');

    // A colleague takes the chat over, and returns it.
    for (const path of ['/takeover', '/takeover/release']) {
      expect((await world.owner.post(buildPath(path), {})).status).toBe(200);
      expect(await stream.next()).toEqual(changeEvent('takeover'));
    }
    stream.leave();
  });
});

describe('files of messages', () => {
  const loadPhoto = async () => {
    const { items } = await conversation();
    const item = items.find((each) => each.type === 'message' && each.versions[0]?.content?.kind === 'photo');
    const content = item?.type === 'message' ? item.versions[0]?.content : null;
    if (!item || content?.kind !== 'photo') throw new Error('no photo');
    return { fileId: content.file.file_id, cursor: item.cursor, size: content.file.size };
  };

  it('come from Telegram once, and in parts', async () => {
    const { fileId, cursor, size } = await loadPhoto();
    const path = userFilePath(key, anna.user.id, fileId, cursor);
    const calls = () => world.telegram.calls.filter(({ method }) => method === 'getFile').length;
    const before = calls();
    const fullResponse = await fetchAs(path);
    const bytes = Buffer.from(await fullResponse.arrayBuffer());
    expect([fullResponse.status, bytes.length]).toEqual([200, size]);
    expect(Object.fromEntries(fullResponse.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const part = await fetchAs(path, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    const etag = fullResponse.headers.get('etag') ?? '';
    expect((await fetchAs(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchAs(path, { range: `bytes=${size}-` })).status).toBe(416);
    expect(calls() - before).toBe(1);
    expect(existsSync(join(world.server.dataDir, 'files', key, String(anna.user.id)))).toBe(true);
  });

  it('belong to a message of this user', async () => {
    const { fileId, cursor } = await loadPhoto();
    const text = (await conversation()).items.at(-1)?.cursor ?? '';
    const invalidPaths = [
      userFilePath(key, anna.user.id, fileId, text),
      userFilePath(key, anna.user.id, 'AgACOther', cursor),
      userFilePath(key, 42, fileId, cursor),
    ];
    for (const path of invalidPaths) expect((await fetchAs(path)).status, path).toBe(404);
  });
});
