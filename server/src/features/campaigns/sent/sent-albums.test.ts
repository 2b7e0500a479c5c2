import type {
  Campaign,
  CampaignFile,
  CampaignPreview,
  ConversationMessage,
  ConversationPage,
  SentMessageJob,
} from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

async function upload(name: string, type: string): Promise<string> {
  const cookie = [...world.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const url = `${world.server.url}${botPath('/campaign-files')}?file_name=${name}&type=${type}`;
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: `content of ${name}` });
  return ((await answer.json()) as { data: CampaignFile }).data.id;
}
async function sentTo(users: readonly SimulatedUser[], message: object): Promise<number> {
  const audience = { kind: 'ids', user_ids: users.map(({ user }) => user.id) };
  const { campaign_id: id } = dataOf<Campaign>(await post('/campaigns', { name: 'Sale', audience }));
  dataOf(await post(`/campaigns/${id}`, { revision: 1, message, sending: { speed: 10, interval_cap: 10 } }));
  expect(await post(`/campaigns/${id}/run`, { revision: 2 })).toMatchObject({ status: 200 });
  const status = async () => dataOf<Campaign>(await world.owner.get(botPath(`/campaigns/${id}`))).status;
  await expect.poll(status, { timeout: 20_000 }).toBe('Done');
  return id;
}
const act = (id: number, action: string, body: object = {}) => post(`/campaigns/${id}/sent-messages/${action}`, body);
async function waitForJob(id: number): Promise<SentMessageJob> {
  const job = async () =>
    dataOf<{ jobs: SentMessageJob[] }>(await world.owner.get(botPath(`/campaigns/${id}/sent-messages`))).jobs[0];
  await expect.poll(async () => (await job())?.status, { timeout: 20_000 }).not.toBe('Running');
  const endedJob = await job();
  if (endedJob === undefined) throw new Error('no job');
  return endedJob;
}
/** Lists what the bot wrote to a user, the oldest first. */
async function listMessages(user: SimulatedUser): Promise<ConversationMessage[]> {
  const { items } = dataOf<ConversationPage>(await world.owner.get(world.path(user, '/messages')));
  return items.flatMap((item) => (item.type === 'message' && item.way === 'out' ? [item] : []));
}

it('an album is one message of the campaign and several of the conversation, which all are deleted', async () => {
  const boris = await world.meet('Boris');
  const [one, two] = [await upload('one.png', 'image/png'), await upload('two.mp4', 'video/mp4')];
  const album = [
    { kind: 'photo', file: one, has_spoiler: true },
    { kind: 'video', file: two },
    { kind: 'photo', file: one },
  ];
  const id = await sentTo([boris], { text: 'For {first_name}', album });
  await expect.poll(() => listMessages(boris), { timeout: 10_000 }).toHaveLength(3);
  const items = await listMessages(boris);
  expect(items.map(({ versions }) => [versions[0]?.text, versions[0]?.content?.kind])).toEqual([
    ['For Boris', 'photo'],
    ['', 'video'],
    ['', 'photo'],
  ]);
  expect(new Set(items.map((item) => item.album)).size).toBe(1);
  // The file that is there twice is one file.
  expect(world.callsTo(boris).map(({ method }) => method)).toEqual(['sendMediaGroup']);

  await act(id, 'edit', { message: { text: 'For {first_name}!' } });
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', done: 1, failed: 0 });
  const withButtons = { text: 'x', buttons: [[{ text: 'Go', callback_data: 'go' }]] };
  expect(errorOf(await act(id, 'edit', { message: withButtons }))).toBe('CampaignNotReady message.buttons');
  await act(id, 'pin', { is_pinned: true });
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', done: 1 });
  await act(id, 'delete');
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', total: 1, done: 1, failed: 0 });
  const ids = items.map(({ message_id }) => message_id);
  expect(world.callsTo(boris).slice(1)).toMatchObject([
    { method: 'editMessageCaption', params: { message_id: String(ids[0]), caption: 'For Boris!' } },
    { method: 'pinChatMessage', params: { message_id: String(ids[0]) } },
    { method: 'deleteMessages', params: { message_ids: ids } },
  ]);
  await expect
    .poll(async () => (await listMessages(boris)).map(({ deleted_at }) => deleted_at === null), { timeout: 10_000 })
    .toEqual([false, false, false]);
  expect((await listMessages(boris))[0]?.versions.map(({ text }) => text)).toEqual(['For Boris', 'For Boris!']);
});

it('a post that the bot has received is shown before it is copied, as it was edited last', async () => {
  const chat = { id: -1009876543210, type: 'channel', title: 'News', username: 'Shop_News' } as const;
  const channelPost = { chat, date: Math.floor(Date.now() / 1_000), message_id: 7 };
  const entities = [{ type: 'bold', offset: 0, length: 4 }];
  world.bot.receives({ channel_post: { ...channelPost, photo: [{ file_id: 'AgAC' }], caption: 'Sael' } });
  world.bot.receives({
    edited_channel_post: {
      ...channelPost,
      edit_date: channelPost.date,
      photo: [{ file_id: 'AgAC' }],
      caption: 'Sale',
      caption_entities: entities,
    },
  });
  world.bot.receives({ channel_post: { ...channelPost, message_id: 8, text: 'Text' } });
  const { campaign_id: id } = dataOf<Campaign>(await post('/campaigns', { name: 'Copy' }));
  let revision = 1;
  const preview = async (copiedPost: object) => {
    dataOf(await post(`/campaigns/${id}`, { revision, message: { post: copiedPost } }));
    revision += 1;
    return dataOf<CampaignPreview>(await post(`/campaigns/${id}/preview`)).post;
  };
  await expect
    .poll(() => preview({ chat: '@shop_news', message_id: 7 }), { timeout: 10_000 })
    .toEqual({ text: 'Sale', entities, content: 'photo' });
  expect(await preview({ chat: '-1009876543210', message_id: 7 })).toMatchObject({ text: 'Sale' });
  expect(await preview({ chat: '-1009876543210', message_id: 8 })).toEqual({ text: 'Text', entities: [], content: '' });
  expect(await preview({ chat: '-1009876543210', message_id: 9 })).toBeUndefined();
  expect(await preview({ chat: '-1001111111111', message_id: 7 })).toBeUndefined();
});

it('a copy of a post shows where it is from; editing changes its buttons, and its caption where one is written', async () => {
  const clara = await world.meet('Clara');
  const chat = { id: -1001234567890, type: 'channel', title: 'Shop', username: 'shop' } as const;
  world.bot.receives({ channel_post: { message_id: 12, chat, date: 1_700_000_000, photo: [], caption: 'Sale' } });
  const id = await sentTo([clara], { post: { chat: '@shop', message_id: 12 } });
  await expect.poll(() => listMessages(clara), { timeout: 10_000 }).toHaveLength(1);
  expect((await listMessages(clara))[0]).toMatchObject({
    state: 'sent',
    message_id: expect.any(Number),
    versions: [{ text: '', content: { kind: 'copy', link: 'https://t.me/shop/12' } }],
  });
  const buttons = [[{ text: 'Go', callback_data: 'go' }]];
  await act(id, 'edit', { message: { buttons } });
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', done: 1, failed: 0 });
  await act(id, 'edit', { message: { text: 'For {first_name}', buttons } });
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', done: 1, failed: 0 });
  await act(id, 'delete');
  expect(await waitForJob(id)).toMatchObject({ status: 'Done', done: 1 });
  expect(world.callsTo(clara).slice(1)).toMatchObject([
    { method: 'editMessageReplyMarkup', params: { reply_markup: { inline_keyboard: buttons } } },
    { method: 'editMessageCaption', params: { caption: 'For Clara', reply_markup: { inline_keyboard: buttons } } },
    { method: 'deleteMessage' },
  ]);
});
