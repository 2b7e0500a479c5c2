import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bot, ConversationPage, PersonHead } from '@botscope/contract';
import { personFilePath } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream } from '../../roles/test-stream.ts';
import { dataOf, startHook, startWorld, type World } from '../connections/test-world.ts';

let world: World;
let hook: Awaited<ReturnType<typeof startHook>>;
let simulated: SimulatedBot;
let anna: ReturnType<World['telegram']['person']>;
let key: string;
const through = (method: string, params: Record<string, unknown>) =>
  callMethod({ url: world.server.url, token: simulated.token }, method, params);

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  hook = await startHook();
  simulated = world.telegram.addBot({ username: 'talk_bot' });
  anna = world.telegram.person({ first_name: 'Anna', bot: simulated });
  await callMethod({ url: world.telegram.url, token: simulated.token }, 'setWebhook', { url: hook.url });
  const connection = { connection_type: 'auto', over_platform: true, delivery_method_send: 'proxy' };
  const bot = { bot_name: 'talk_bot', token: simulated.token, ...connection };
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', bot)).bot.key;
  anna.sends('/start ads');
  anna.sendsPhoto('look');
  anna.sends('hello');
  await vi.waitUntil(() => hook.requests.length >= 3, { timeout: 20_000 });
  await through('sendMessage', { chat_id: anna.user.id, text: 'Welcome' });
});
afterAll(async () => {
  hook.close();
  await world.close();
});

const pathOf = (rest = '', person = anna.user.id) => `/api/bots/${key}/users/${person}${rest}`;
const conversation = async () => dataOf<ConversationPage>(await world.owner.get(pathOf('/messages')));
const codeOf = (answer: { status: number; body: { errors?: { code: string }[] } }) =>
  `${answer.status} ${answer.body.errors?.[0]?.code}`;

describe('one person of a bot', () => {
  it('has a head whose numbers are those of the reports', async () => {
    const head = dataOf<PersonHead>(await world.owner.get(pathOf()));
    const ads = { source: 'ads', params: { none: 'ads' } };
    expect(head).toMatchObject({
      user_id: anna.user.id,
      first_name: 'Anna',
      gender: 'female',
      status: 'live',
      status_since: head.first_time,
      location: null,
      sources: { first: ads, last: ads, last_significant: ads },
      ...{ actions: 3, sessions: 1, launches: 1, payments: 0, income: [] },
    });
  });

  it('has a conversation with both sides', async () => {
    const { items, outgoing, before } = await conversation();
    const said = items.map((item) => item.type === 'message' && `${item.way} ${item.versions[0]?.text}`);
    expect(said).toEqual(['in /start ads', 'in look', 'in hello', 'out Welcome']);
    expect({ outgoing, before }).toEqual({ outgoing: 'proxy', before: null });
  });

  it('is unknown where the bot has not met them, and to strangers', async () => {
    for (const rest of ['', '/messages', '/search?search=a', '/log', '/log/1700000000000-1'])
      expect(codeOf(await world.owner.get(pathOf(rest, 42))), rest).toBe('404 NotFound');
    for (const rest of ['/messages?before=x', '/messages?around=1-x', '/log?kind=x', '/search?search='])
      expect((await world.owner.get(pathOf(rest))).status, rest).toBe(400);
  });

  it('is in the audit log once an hour', async () => {
    await conversation();
    const { entries } = dataOf<{ entries: { action: string; detail: Record<string, unknown> }[] }>(
      await world.owner.get(`/api/bots/${key}/audit`),
    );
    const views = entries.filter(({ action }) => action === 'conversation_viewed');
    expect(views.map(({ detail }) => detail)).toEqual([{ user_id: anna.user.id }]);
  });

  it('is followed live', async () => {
    const stream = await openStream(world.server.url, world.owner, pathOf('/live').slice('/api/'.length));
    expect((await stream.next()).event).toBe('changed');
    const began = performance.now();
    anna.sends('news');
    expect((await stream.next()).event).toBe('changed');
    expect(performance.now() - began).toBeLessThan(2_000);
    const last = (await conversation()).items.at(-1);
    expect(last?.type === 'message' && last.versions[0]?.text).toBe('news');
    stream.leave();
  });
});

describe('files of messages', () => {
  const photoOf = async () => {
    const { items } = await conversation();
    const item = items.find((each) => each.type === 'message' && each.versions[0]?.content?.kind === 'photo');
    const content = item?.type === 'message' ? item.versions[0]?.content : null;
    if (!item || content?.kind !== 'photo') throw new Error('no photo');
    return { fileId: content.file.file_id, cursor: item.cursor, size: content.file.size };
  };
  const fetchFile = (path: string, headers: Record<string, string> = {}) => {
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(`${world.server.url}${path}`, { headers: { cookie, ...headers } });
  };

  it('come from Telegram once, and in parts', async () => {
    const { fileId, cursor, size } = await photoOf();
    const path = personFilePath(key, anna.user.id, fileId, cursor);
    const calls = () => world.telegram.calls.filter(({ method }) => method === 'getFile').length;
    const before = calls();
    const whole = await fetchFile(path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.length]).toEqual([200, size]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const part = await fetchFile(path, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect((await fetchFile(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchFile(path, { range: `bytes=${size}-` })).status).toBe(416);
    expect(calls() - before).toBe(1);
    expect(existsSync(join(world.server.dataDir, 'files', key, String(anna.user.id)))).toBe(true);
  });

  it('belong to a message of this person', async () => {
    const { fileId, cursor } = await photoOf();
    const text = (await conversation()).items.at(-1)?.cursor ?? '';
    const refused = [
      personFilePath(key, anna.user.id, fileId, text),
      personFilePath(key, anna.user.id, 'AgACOther', cursor),
      personFilePath(key, 42, fileId, cursor),
    ];
    for (const path of refused) expect((await fetchFile(path)).status, path).toBe(404);
  });
});
