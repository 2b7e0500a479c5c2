import type { BotUser, Campaign, CampaignRecipient, LinkClicks } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { createLinkTokens, linkAddress } from '../../campaign-engine/delivery/link-token.ts';
import { dataOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const publicUrl = 'https://stats.example.com';

let world: WritingWorld;
let ben: SimulatedUser;
let campaign: Campaign;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker', PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
  ben = await world.meet('Ben');
  const user_ids = [world.anna.user.id, ben.user.id];
  const draft = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience: { kind: 'ids', user_ids } }));
  const message = {
    text: 'Read this',
    entities: [{ type: 'text_link', offset: 5, length: 4, url: 'https://news.example.com/a' }],
    buttons: [
      [
        { text: 'Yes', callback_data: 'yes' },
        { text: 'Shop', url: 'https://shop.example.com/?who={first_name|guest}' },
      ],
      [{ text: 'Chat', url: 'https://t.me/shop' }],
    ],
    track_links: true,
  };
  campaign = dataOf(await post(`/campaigns/${draft.campaign_id}`, { revision: 1, message }));
}, 120_000);
afterAll(() => world.close());

interface SentKeyboard {
  inline_keyboard: { url?: string }[][];
}
const parseKeyboard = (params: Record<string, unknown> | undefined): SentKeyboard =>
  (typeof params?.reply_markup === 'string' ? JSON.parse(params.reply_markup) : params?.reply_markup) as SentKeyboard;
const shopLink = (user: SimulatedUser, call = -1): string =>
  parseKeyboard(world.callsTo(user).at(call)?.params).inline_keyboard[0]?.[1]?.url ?? '';
const open = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(address.replace(publicUrl, world.server.url), {
    method,
    redirect: 'manual',
    headers: { 'user-agent': phone, ...headers },
  });
const clicks = async (): Promise<LinkClicks[]> => {
  await world.server.services.store.flush();
  return dataOf(await world.owner.get(botPath(`/campaigns/${campaign.campaign_id}/results/links`)));
};
const recipients = async (query: string): Promise<number[]> => {
  const answer = await world.owner.get(botPath(`/campaigns/${campaign.campaign_id}/recipients?${query}`));
  return dataOf<{ recipients: CampaignRecipient[] }>(answer).recipients.map(({ user_id }) => user_id);
};

it('leads each recipient to the address with their values, and counts each click once', async () => {
  await post(`/campaigns/${campaign.campaign_id}/test`, { user_id: ben.user.id });
  const ofTest = shopLink(ben);
  await post(`/campaigns/${campaign.campaign_id}/run`, { revision: campaign.revision });
  const status = async () =>
    dataOf<Campaign>(await world.owner.get(botPath(`/campaigns/${campaign.campaign_id}`))).status;
  await expect.poll(status, { timeout: 20_000 }).toBe('Done');

  const [forAnna, forBen] = [shopLink(world.anna), shopLink(ben)];
  expect(new Set([ofTest, forAnna, forBen]).size).toBe(3);
  for (const address of [ofTest, forAnna, forBen])
    expect(address).toMatch(/^https:\/\/stats\.example\.com\/r\/[\w-]{22}$/);
  const { params = {} } = world.callsTo(ben).at(-1) ?? {};
  expect(parseKeyboard(params).inline_keyboard[1]?.[0]?.url).toBe('https://t.me/shop');
  const [entity] = params.entities as { url: string }[];

  const answer = await open(forAnna);
  expect(answer.status).toBe(302);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: 'https://shop.example.com/?who=Anna',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect((await open(forBen)).headers.get('location')).toBe('https://shop.example.com/?who=Ben');
  await open(forBen);
  expect((await open(entity?.url ?? '')).headers.get('location')).toBe('https://news.example.com/a');

  // Tests, previews, looks at the head, and colleagues, who are signed in here.
  expect((await open(ofTest)).headers.get('location')).toBe('https://shop.example.com/?who=Ben');
  const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const [headers, method] of [
    [{ 'user-agent': 'TelegramBot (like TwitterBot)' }, 'GET'],
    [{}, 'HEAD'],
    [{ cookie }, 'GET'],
  ] as const)
    expect((await open(forAnna, headers, method)).status).toBe(302);

  expect(await clicks()).toEqual([
    {
      link: 1,
      place: 'button',
      text: 'Shop',
      url: 'https://shop.example.com/?who={first_name|guest}',
      users: 2,
      clicks: 3,
    },
    { link: 100, place: 'text', text: 'this', url: 'https://news.example.com/a', users: 1, clicks: 1 },
  ]);
});

it('lists who opened them, and selects users by it', async () => {
  const userIds = [world.anna.user.id, ben.user.id].toSorted((one, other) => one - other);
  expect(await recipients('outcome=opened')).toEqual(userIds);
  expect(await recipients('outcome=opened:1')).toEqual(userIds);
  expect(await recipients('outcome=opened:100')).toEqual([ben.user.id]);
  expect(await recipients('outcome=opened:2')).toEqual([]);
  const rule = (campaign_id: number, number: number) => ({
    kind: 'event',
    did: true,
    event: { kind: 'campaign_link', campaign_id },
    when: { kind: 'ever' },
    times: { of: 'count', is: 'at_least', number },
  });
  const selected = async (one: object): Promise<number[]> => {
    const rules = encodeURIComponent(JSON.stringify({ match: 'all', rules: [one] }));
    const answer = await world.owner.get(botPath(`/users?sort=user_id&rules=${rules}`));
    return dataOf<{ users: BotUser[] }>(answer).users.map(({ user_id }) => user_id);
  };
  expect(await selected(rule(campaign.campaign_id, 1))).toEqual(userIds);
  expect(await selected(rule(0, 3))).toEqual([ben.user.id]);
  expect(await selected(rule(campaign.campaign_id + 1, 1))).toEqual([]);
});

it('is no action of the user', async () => {
  const sql = `SELECT countIf(is_action OR is_contact) AS acts, count() AS clicks FROM events FINAL
    WHERE bot = {bot:String} AND kind = 'link_click'`;
  const [row] = await world.server.services.store.query({ sql, params: { bot: world.key }, bot: world.key });
  expect(row).toEqual({ acts: 0, clicks: 4 });
});

it('says who comes where it leads to a website that recognises users, but not of tests, previews and colleagues', async () => {
  const options = { link_mode: 'ticket', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' };
  const draft = { name: 'Shop', domains: ['shop.example.com'], options: { ...options, know_users: true } };
  expect((await post('/websites', draft)).status).toBe(200);
  const address = shopLink(world.anna);
  const location = async (headers?: Record<string, string>) => (await open(address, headers)).headers.get('location');
  const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect(await location()).toMatch(/^https:\/\/shop\.example\.com\/\?who=Anna#bsu=v1\.[\w-]+$/);
  expect(await location()).not.toBe(await location());
  const otherHeaders: Record<string, string>[] = [{ 'user-agent': 'TelegramBot (like TwitterBot)' }, { cookie }];
  for (const headers of otherHeaders) expect(await location(headers)).toBe('https://shop.example.com/?who=Anna');
});

it('leads nowhere else', async () => {
  const tokens = createLinkTokens('another secret');
  const foreignToken = tokens.seal({ campaignId: campaign.campaign_id, userId: 1, message: 0, link: 1, isTest: false });
  for (const token of [foreignToken, 'x', 'A'.repeat(22), encodeURIComponent('https://evil.example.com')]) {
    const answer = await open(`${publicUrl}/r/${token}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('location')).toBe(null);
    expect(await answer.text()).toContain('does not work');
  }
});

it('is limited by address', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const statuses: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const some = await Promise.all(Array.from({ length: 20 }, () => open(`${publicUrl}/r/none`, headers)));
    statuses.push(...some.map(({ status }) => status));
    if (statuses.includes(429)) break;
  }
  expect(statuses.filter((one) => one === 404)).toHaveLength(600);
  expect((await open(`${publicUrl}/r/none`, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(404);
});

test.each([
  ['https://stats.example.com', 'https://stats.example.com/r/'],
  ['http://stats.example.com', null],
  ['https://localhost:8080', null],
  ['https://stats.local', null],
  ['https://192.168.1.5', null],
  ['https://93.184.216.34', 'https://93.184.216.34/r/'],
])('an installation at %s tracks at %s', (url, expected) => expect(linkAddress(url)).toBe(expected));
