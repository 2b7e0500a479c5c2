import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Campaign, CampaignFile, CampaignRecipient } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPng } from '../../platform/test-images.ts';
import type { TestVisitor } from '../../roles/test-server.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const draft = async (message: object, user_ids: readonly number[]): Promise<Campaign> => {
  const audience = { kind: 'ids', user_ids };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience }));
  return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, message }));
};
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));
const sendCampaign = async ({ campaign_id, revision }: Campaign): Promise<Campaign> => {
  expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
  await expect.poll(async () => (await get(campaign_id)).status, { timeout: 20_000 }).toBe('Done');
  return get(campaign_id);
};
const fetchFile = async (path: string, client: TestVisitor = world.owner): Promise<Response> => {
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  return fetch(`${world.server.url}${botPath(path)}`, { headers: { cookie } });
};
const upload = async (name: string, type: string, body: Buffer): Promise<CampaignFile> => {
  const cookie = [...world.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const url = `${world.server.url}${botPath(`/campaign-files?file_name=${name}&type=${type}`)}`;
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: new Uint8Array(body) });
  return ((await answer.json()) as { data: CampaignFile }).data;
};

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

describe('a test', () => {
  it('is sent to one user, with their values, and belongs to the conversation', async () => {
    const { anna } = world;
    const { campaign_id } = await draft({ text: 'Hello {first_name|friend}' }, [anna.user.id]);
    const test = (user_id: number) => post(`/campaigns/${campaign_id}/test`, { user_id });
    expect(dataOf(await test(anna.user.id))).toEqual({ message_id: expect.any(Number) });
    expect(world.callsTo(anna)).toMatchObject([{ method: 'sendMessage', params: { text: 'Hello Anna' }, status: 200 }]);
    await expect.poll(() => world.recorded(anna)).toMatchObject([{ method: 'sendMessage' }]);
    expect(errorOf(await test(424_242))).toBe('NotFound user_id');
    expect(await get(campaign_id)).toMatchObject({ status: 'Draft', counts: { total: 0 } });

    world.bot.script({ method: 'sendMessage', chatId: anna.user.id, outcome: { retryAfter: 7 } });
    expect(errorOf(await test(anna.user.id))).toBe('TooManyRequests');
    world.bot.script({ method: 'sendMessage', chatId: anna.user.id, outcome: { reset: 'after' } });
    expect(errorOf(await test(anna.user.id))).toBe('TelegramUncertain');
    const dan = await world.meet('Dan');
    dan.blocks();
    await expect.poll(async () => errorOf(await test(dan.user.id)), { timeout: 10_000 }).toBe('InvalidField user_id');
  });

  it('names what is wrong with the message', async () => {
    const { campaign_id } = await draft({ text: 'x', buttons: [[{ text: 'Go', url: 'nowhere' }]] }, []);
    const test = await post(`/campaigns/${campaign_id}/test`, { user_id: world.anna.user.id });
    expect(errorOf(test)).toBe('InvalidButton message.buttons.0.0');
  });
});

describe('a file', () => {
  const bytes = Buffer.alloc(600_000, 'botscope ');

  it('is no photo of a message or an album if Telegram would refuse its width and height', async () => {
    const [wide, fair] = [
      await upload('wide.png', 'image/png', createPng(10_000, 100)),
      await upload('fair.png', 'image/png', createPng(100, 100)),
    ];
    const photo = ({ id }: CampaignFile) => ({ kind: 'photo', file: id });
    const test = async (message: object) => {
      const { campaign_id } = await draft({ text: '', ...message }, [world.anna.user.id]);
      return errorOf(await post(`/campaigns/${campaign_id}/test`, { user_id: world.anna.user.id }));
    };
    const before = world.callsTo(world.anna).length;
    expect(await test({ media: photo(wide) })).toBe('PhotoDimensions message.media.file');
    expect(await test({ album: [photo(fair), photo(wide)] })).toBe('PhotoDimensions message.album.1.file');
    expect(world.callsTo(world.anna)).toHaveLength(before);
    const { campaign_id, revision } = await draft({ text: '', media: photo(wide) }, [world.anna.user.id]);
    const response = await post(`/campaigns/${campaign_id}/run`, { revision });
    expect(errorOf(response)).toBe('CampaignNotReady message.media.file');
  });

  it('is stored in pieces and given back as it was, and never runs', async () => {
    const file = await upload('price%20list.html', 'text/html', bytes);
    expect(file).toEqual({ id: expect.any(String), name: 'price list.html', type: 'text/html', bytes: 600_000 });
    const answer = await fetchFile(`/campaign-files/${file.id}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="price list.html"; filename*=UTF-8\'\'price%20list.html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetchFile(`/campaign-files/${file.id}`, world.stranger)).status).toBe(404);
    expect((await fetchFile('/campaign-files/nothing')).status).toBe(404);
  });

  it('is uploaded to Telegram once, and sent by its id afterwards', async () => {
    const users = [await world.meet('Eve'), await world.meet('Finn')];
    const { id } = await upload('a.txt', 'text/plain', Buffer.from('hello'));
    const media = { kind: 'document', file: id };
    const campaign = await draft(
      { text: 'Our prices', media },
      users.map(({ user }) => user.id),
    );
    expect(campaign).toMatchObject({ type: 'sendDocument', file_name: 'a.txt' });
    const [eve] = users;
    await post(`/campaigns/${campaign.campaign_id}/test`, { user_id: eve?.user.id });
    await sendCampaign(campaign);
    const calls = world.bot.calls.filter(({ method }) => method === 'sendDocument');
    expect(calls.map(({ files }) => (files ?? []).length)).toEqual([1, 0, 0]);
  });

  it('is downloaded from an address by us', async () => {
    const site = createServer((request, response) => {
      if (request.url === '/cat.gif') response.setHeader('content-type', 'image/gif').end('a cat');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const answer = await post('/campaign-files/fetch', { url: `${origin}/cat.gif` });
    expect(dataOf(answer)).toMatchObject({ name: 'cat.gif', type: 'image/gif', bytes: 5 });
    for (const url of [`${origin}/dog.gif`, 'file:///etc/passwd']) {
      expect(errorOf(await post('/campaign-files/fetch', { url }))).toBe('FileUnreachable url');
    }
    site.close();
  });
});

describe('recipients', () => {
  it('are those of the count, with what came of each, as pages and as a file', async () => {
    const [gina, hugo] = [await world.meet('=Gina'), await world.meet('Hugo')];
    const user_ids = [gina, hugo].map(({ user }) => user.id);
    world.bot.deactivate(hugo.user.id);
    const campaign = await draft({ text: 'News' }, user_ids);
    const count = await post('/campaign-audiences/count', { kind: 'ids', user_ids });
    expect(dataOf(count)).toEqual({
      can_get: 2,
      left: 0,
      never_started: 0,
      excluded: 0,
      unsubscribed: 0,
      duplicates: 0,
    });
    const { counts, campaign_id } = await sendCampaign(campaign);
    expect(counts).toEqual({ total: 2, delivered: 1, not_delivered: 1, unknown: 0, waiting: 0, cancelled: 0 });

    const page = async (query: string, client = world.owner) =>
      dataOf<{ recipients: CampaignRecipient[]; next: number | null }>(
        await client.get(botPath(`/campaigns/${campaign_id}/recipients${query}`)),
      );
    const deliveredRecipient: CampaignRecipient = {
      user_id: gina.user.id,
      name: '=Gina',
      username: gina.user.username ?? '',
      status: 'Done',
      reason: null,
      description: '',
      message_id: expect.any(Number),
      finished_at: expect.any(String),
      variant: 'A',
      language: '',
    };
    expect(await page('?group=delivered')).toEqual({ recipients: [deliveredRecipient], next: null });
    expect((await page('?reason=deactivated')).recipients).toMatchObject([
      { user_id: hugo.user.id, status: 'Error', reason: 'deactivated' },
    ]);
    expect((await page('')).recipients.map(({ user_id }) => user_id)).toEqual(
      user_ids.toSorted((one, other) => one - other),
    );

    const csv = await (await fetchFile(`/campaigns/${campaign_id}/recipients.csv?group=delivered`)).text();
    expect(csv.split('\r\n')[0]).toBe(
      'user_id,name,username,status,reason,description,message_id,finished_at,variant,language',
    );
    expect(csv).toContain(`${gina.user.id},'=Gina,`);
    expect((await fetchFile('/campaigns/999999/recipients.csv')).status).toBe(404);

    await post('/permissions/grant', { email: 'stranger@example.com', role: null, keys: ['tasker.users.list'] });
    expect((await page('?group=delivered', world.stranger)).recipients).toEqual([
      { ...deliveredRecipient, name: '', username: '' },
    ]);
    const nameless = await (await fetchFile(`/campaigns/${campaign_id}/recipients.csv`, world.stranger)).text();
    expect(nameless).not.toContain('Gina');
  });

  it('can be limited to users whom other or recent campaigns have not reached', async () => {
    const [ivan, julia] = [await world.meet('Ivan'), await world.meet('Julia')];
    const userIds = [ivan, julia].map(({ user }) => user.id);
    const { campaign_id } = await sendCampaign(await draft({ text: 'First' }, [ivan.user.id]));
    const count = async (exclusion: object) =>
      dataOf(await post('/campaign-audiences/count', { kind: 'ids', user_ids: userIds, ...exclusion }));
    const one = { can_get: 1, left: 0, never_started: 0, excluded: 1, unsubscribed: 0, duplicates: 0 };
    expect(await count({ without_campaigns: [campaign_id] })).toEqual(one);
    expect(await count({ without_recent_hours: 1 })).toEqual(one);
    const { campaign_id: next } = dataOf<Campaign>(
      await post('/campaigns', {
        name: 'The rest',
        audience: { kind: 'ids', user_ids: userIds, without_campaigns: [campaign_id] },
      }),
    );
    const rest = dataOf<Campaign>(await post(`/campaigns/${next}`, { revision: 1, message: { text: 'Second' } }));
    expect((await sendCampaign(rest)).counts).toMatchObject({ total: 1, delivered: 1 });
    expect(world.callsTo(julia)).toHaveLength(1);
    expect(world.callsTo(ivan)).toHaveLength(1);
  });
});

describe('a test by a colleague who may see no users', () => {
  it('has what stands in for values that its sender may not see', async () => {
    const { anna, stranger } = world;
    const { campaign_id } = await draft({ text: 'Hello {first_name|friend}' }, []);
    const grant = { email: 'stranger@example.com', role: null, keys: ['tasker.run_test'] };
    expect((await world.owner.post(botPath('/permissions/grant'), grant)).status).toBe(200);
    const test = await stranger.post(botPath(`/campaigns/${campaign_id}/test`), { user_id: anna.user.id });
    expect(dataOf(test)).toEqual({ message_id: expect.any(Number) });
    expect(world.callsTo(anna).at(-1)).toMatchObject({ params: { text: 'Hello friend' } });
  });
});
