import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AuditPage, type PublicCampaignCallName, publicCampaignCalls } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../connections/test-world.ts';
import { type CampaignApiWorld, errorOf, expectResult, type Json, startCampaignApi } from './test-campaign-api.ts';

let world: CampaignApiWorld;
beforeAll(async () => {
  world = await startCampaignApi();
}, 120_000);
afterAll(() => world.close());
const get: CampaignApiWorld['get'] = (...args) => world.get(...args);
const post: CampaignApiWorld['post'] = (...args) => world.post(...args);
const create: CampaignApiWorld['create'] = (...args) => world.create(...args);

describe('a campaign by API', () => {
  it('is created, changed, checked, tested, started and read', async () => {
    const draft = await create();
    expect(draft).toMatchObject({ name: 'By API', status: 'Draft', revision: 1, counts: { total: 0 } });
    const path = `/v1/campaigns/${draft.campaign_id}`;
    const updatedCampaign = expectResult(await post(path, { message: { text: 'Hi {first_name|friend}' } }));
    expect(updatedCampaign).toMatchObject({ revision: 2 });
    expect(errorOf(await post(path, { revision: 1, name: 'Stale' }))).toEqual({
      status: 409,
      code: 'CampaignChanged',
      fields: ['revision'],
    });
    const campaign = expectResult(await get(path));
    expect(campaign).toMatchObject({ message: { text: 'Hi {first_name|friend}' }, sending: { speed: 10 } });
    expect(campaign).not.toHaveProperty('created_by');
    expect(expectResult(await get(`${path}/check`))).toEqual({ problems: [] });
    expect(expectResult(await post(`${path}/run-test`, { user_id: world.anna.user.id }))).toEqual({
      message_id: expect.any(Number),
    });
    expect(world.callsTo(world.anna).at(-1)).toMatchObject({ params: { text: 'Hi Anna' } });
    expect(expectResult(await post(`${path}/run`))).toMatchObject({ status: 'In_progress' });
    await expect
      .poll(async () => expectResult(await get(`${path}/status`)), { timeout: 20_000 })
      .toMatchObject({ status: 'Done', counts: { total: 1, delivered: 1 } });
    expect(expectResult(await get(`${path}/recipients?group=delivered`))).toMatchObject({
      recipients: [{ user_id: world.anna.user.id, name: 'Anna', status: 'Done' }],
      next: null,
    });
    expect(errorOf(await post(`${path}/run`))).toEqual({ status: 409, code: 'CampaignStarted', fields: [] });
    expect(errorOf(await post(`${path}/stop`))).toEqual({ status: 409, code: 'CampaignNotRunning', fields: [] });
    expect(errorOf(await post(`${path}/resume`))).toEqual({ status: 409, code: 'CampaignNotRunning', fields: [] });
    const log = dataOf<AuditPage>(await world.owner.get(`/api/bots/${world.key}/audit?action=campaign_started`));
    expect(log.entries[0]).toMatchObject({ detail: { campaign_id: draft.campaign_id } });
  });

  it('is planned and stopped before its time', async () => {
    const { campaign_id } = await create({ sending: { date_send: '2099-01-01T10:00:00.000Z' } });
    expect(expectResult(await post(`/v1/campaigns/${campaign_id}/run`))).toMatchObject({ status: 'Not_started' });
    expect(expectResult(await post(`/v1/campaigns/${campaign_id}/stop`))).toMatchObject({ status: 'Draft' });
  });

  it('is listed in pages, the newest first', async () => {
    const campaigns = [await create({ name: 'One' }), await create({ name: 'Two' }), await create({ name: 'Three' })];
    const page = expectResult<{ campaigns: { name: string }[]; next: number }>(await get('/v1/campaigns?limit=2'));
    expect(page.campaigns.map(({ name }) => name)).toEqual(['Three', 'Two']);
    expect(page.next).toBe(campaigns[1]?.campaign_id);
    const rest = expectResult<{ campaigns: { name: string }[] }>(
      await get(`/v1/campaigns?limit=1&before=${page.next}`),
    );
    expect(rest.campaigns.map(({ name }) => name)).toEqual(['One']);
  });

  it('names every field that is wrong', async () => {
    expect(errorOf(await post('/v1/campaigns', { message: { text: 7 } }))).toEqual({
      status: 400,
      code: 'RequiredFields',
      fields: ['name', 'message.text'],
    });
    expect(errorOf(await post('/v1/campaigns', 'no json'))).toEqual({ status: 400, code: 'BadJson', fields: [] });
    expect(errorOf(await post('/v1/campaigns', '[1]'))).toEqual({ status: 400, code: 'BadJson', fields: [] });
    const { campaign_id } = await create({ message: {}, audience: { kind: 'ids', user_ids: [424_242] } });
    const answer = await post(`/v1/campaigns/${campaign_id}/run`);
    expect(errorOf(answer)).toEqual({ status: 400, code: 'CampaignNotReady', fields: ['message.text', 'audience'] });
    expect(errorOf(await post(`/v1/campaigns/${campaign_id}/run-test`, { user_id: 'x' }))).toEqual({
      status: 400,
      code: 'InvalidField',
      fields: ['user_id'],
    });
    const voice = { kind: 'voice', file: '00000000-0000-4000-8000-000000000000' };
    expect(errorOf(await post('/v1/campaigns', { name: 'x', message: { media: voice } }))).toMatchObject({
      fields: ['message.media.kind'],
    });
    expect(errorOf(await get('/v1/campaigns?limit=1000'))).toMatchObject({ status: 400, fields: ['limit'] });
  });
});

describe('a file', () => {
  let site: Server;
  let origin = '';
  let downloads = 0;
  beforeAll(async () => {
    site = createServer((request, response) => {
      downloads += 1;
      if (request.url === '/sale.png') response.setHeader('content-type', 'image/png').end('a picture');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => void site.close());

  it('is downloaded from its address once, and sent', async () => {
    const dora = await world.meet('Dora');
    const body = {
      name: 'Picture',
      audience: { kind: 'ids', user_ids: [dora.user.id] },
      message: { text: 'Look', media: { kind: 'photo', url: `${origin}/sale.png`, has_spoiler: true } },
    };
    const before = downloads;
    const firstAnswer = await post('/v1/campaigns', body, 'picture');
    expect((await post('/v1/campaigns', body, 'picture')).body).toEqual(firstAnswer.body);
    expect(downloads - before).toBe(1);
    const path = `/v1/campaigns/${expectResult<{ campaign_id: number }>(firstAnswer).campaign_id}`;
    const { message } = expectResult<{ message: { media: Json } }>(await get(path));
    expect(message.media).toEqual({ kind: 'photo', file: expect.any(String), has_spoiler: true });
    expect(expectResult(await post(`${path}/run`))).toMatchObject({ status: 'In_progress' });
    await expect.poll(() => world.callsTo(dora), { timeout: 20_000 }).toHaveLength(1);
    const photoCall = world.bot.calls.find(({ params }) => Number(params.chat_id) === dora.user.id && params.caption);
    expect(photoCall).toMatchObject({
      method: 'sendPhoto',
      params: { caption: 'Look' },
      files: [{ name: 'sale.png' }],
    });
    // Another campaign can use the file by its id.
    const other = await create({ message: { media: { kind: 'photo', file: message.media.file } } });
    expect(expectResult(await get(`/v1/campaigns/${other.campaign_id}/check`))).toEqual({ problems: [] });
  });

  it('is one of an album', async () => {
    const emil = await world.meet('Emil');
    const url = `${origin}/sale.png`;
    const album = [
      { kind: 'photo', url },
      { kind: 'photo', url },
    ];
    const { campaign_id } = await create({
      audience: { kind: 'ids', user_ids: [emil.user.id] },
      message: { text: 'Both', album },
    });
    const path = `/v1/campaigns/${campaign_id}`;
    expect(expectResult(await get(path))).toMatchObject({ type: 'sendMediaGroup' });
    expect(expectResult(await post(`${path}/run-test`, { user_id: emil.user.id }))).toEqual({
      message_id: expect.any(Number),
    });
    expect(expectResult(await post(`${path}/run`))).toMatchObject({ status: 'In_progress' });
    await expect.poll(() => world.callsTo(emil), { timeout: 20_000 }).toHaveLength(2);
    expect(world.callsTo(emil).map(({ method }) => method)).toEqual(['sendMediaGroup', 'sendMediaGroup']);
    const brokenAlbum = { message: { album: [album[0], { kind: 'photo', url: `${origin}/gone.png` }] } };
    expect(errorOf(await post('/v1/campaigns', { name: 'x', ...brokenAlbum }))).toEqual({
      status: 400,
      code: 'FileUnreachable',
      fields: ['message.album.1.url'],
    });
    const animation = { message: { album: [{ kind: 'animation', url }] } };
    expect(errorOf(await post('/v1/campaigns', { name: 'x', ...animation }))).toMatchObject({
      fields: ['message.album.0.kind'],
    });
    const singleAlbum = await create({ message: { album: [album[0]] } });
    expect(errorOf(await post(`/v1/campaigns/${singleAlbum.campaign_id}/run`))).toEqual({
      status: 400,
      code: 'CampaignNotReady',
      fields: ['message.album'],
    });
  });

  it('that cannot be had is named by its field', async () => {
    const { campaign_id } = await create();
    const save = async (media: Json) =>
      errorOf(await post(`/v1/campaigns/${campaign_id}`, { message: { media: { kind: 'photo', ...media } } }));
    const field = { status: 400, fields: ['message.media.url'] };
    for (const url of [`${origin}/gone.png`, 'file:///etc/passwd', 'nonsense', 'http://127.0.0.1:1/x'])
      expect(await save({ url })).toEqual({ ...field, code: 'FileUnreachable' });
    expect(await save({})).toEqual({ ...field, code: 'RequiredFields' });
    const file = '00000000-0000-4000-8000-000000000000';
    expect(await save({ file, url: `${origin}/sale.png` })).toEqual({ ...field, code: 'InvalidField' });
    expect(expectResult(await get(`/v1/campaigns/${campaign_id}`))).toMatchObject({
      revision: 1,
      message: { media: null },
    });
  });
});

describe('a copy of a post', () => {
  it('is named by a link, and by what is wrong with it', async () => {
    const chat = { id: -1001234567890, type: 'channel', title: 'Shop', username: 'shop' } as const;
    world.bot.receives({ channel_post: { message_id: 12, chat, date: 1_700_000_000, text: 'Sale' } });
    const link = 'https://t.me/shop/12';
    const { campaign_id } = await create({ message: { post: { link } } });
    const path = `/v1/campaigns/${campaign_id}`;
    expect(expectResult(await get(path))).toMatchObject({
      type: 'copyMessage',
      message: { post: { chat: '@shop', message_id: 12 } },
    });
    expect(expectResult(await get(`${path}/check`))).toEqual({ problems: [] });
    const test = () => post(`${path}/run-test`, { user_id: world.anna.user.id });
    expect(expectResult(await test())).toEqual({ message_id: expect.any(Number) });
    await post(path, { message: { post: { chat: '-1001234567890', message_id: 13 } } });
    expect(errorOf(await test())).toEqual({ status: 400, code: 'PostNotFound', fields: ['message.post'] });
    const guarded = { message_id: 14, chat, date: 1_700_000_000, text: 'Sale', has_protected_content: true };
    world.bot.receives({ channel_post: guarded });
    await post(path, { message: { post: { link: 'https://t.me/c/1234567890/14' } } });
    expect(errorOf(await test())).toEqual({ status: 400, code: 'PostUncopyable', fields: ['message.post'] });
    await post(path, { message: { post: { link: 'https://t.me/elsewhere/12' } } });
    expect(errorOf(await post(`${path}/run`))).toEqual({
      status: 400,
      code: 'CampaignNotReady',
      fields: ['message.post'],
    });
    for (const one of [{ link: 'https://example.com/shop/12' }, { chat: '@shop' }, { link, chat: '@shop' }, {}])
      expect(errorOf(await post(path, { message: { post: one } }))).toMatchObject({ fields: ['message.post.link'] });
  });
});

describe('markup', () => {
  it('becomes formatting, and an error names its place', async () => {
    const { campaign_id } = await create({ message: { text: '<b>Sale</b>', parse_mode: 'HTML' } });
    expect(expectResult(await get(`/v1/campaigns/${campaign_id}`))).toMatchObject({
      message: { text: 'Sale', entities: [{ type: 'bold', offset: 0, length: 4 }] },
    });
    const brokenMarkup = { message: { text: '<b>Sale', parse_mode: 'HTML' } };
    expect(errorOf(await post(`/v1/campaigns/${campaign_id}`, brokenMarkup))).toEqual({
      status: 400,
      code: 'InvalidMarkup',
      fields: ['message.text'],
    });
  });
});

describe('a list', () => {
  it('is saved, sent to, changed and deleted', async () => {
    const boris = await world.meet('Boris');
    const list = expectResult<{ list_id: number }>(
      await post('/v1/lists', { name: 'Friends', user_ids: [world.anna.user.id, 424_242] }),
    );
    expect(list).toEqual({ list_id: expect.any(Number), name: 'Friends', count: 1 });
    const { list_id } = list;
    const change = (body: object) => post('/v1/lists', { list_id, ...body });
    expect(expectResult(await change({ user_ids: [boris.user.id], name: 'All' }))).toMatchObject({
      count: 2,
      name: 'All',
    });
    expect(expectResult(await change({ user_ids: [world.anna.user.id], action: 'remove' }))).toMatchObject({
      count: 1,
    });
    expect(expectResult(await get('/v1/lists'))).toEqual({ lists: [{ list_id, name: 'All', count: 1 }] });
    const { campaign_id } = await create({ audience: { kind: 'list', list_id } });
    await post(`/v1/campaigns/${campaign_id}/run`);
    await expect
      .poll(async () => expectResult(await get(`/v1/campaigns/${campaign_id}/status`)), { timeout: 20_000 })
      .toMatchObject({ status: 'Done', counts: { total: 1, delivered: 1 } });
    expect(world.callsTo(boris)).toHaveLength(1);
    expect(expectResult(await world.ask('DELETE', `/v1/lists/${list_id}`))).toEqual({ list_id });
    expect(errorOf(await world.ask('DELETE', `/v1/lists/${list_id}`))).toEqual({
      status: 404,
      code: 'NotFound',
      fields: ['list_id'],
    });
    expect(errorOf(await post('/v1/campaigns', { name: 'x', audience: { kind: 'list', list_id } }))).toEqual({
      status: 404,
      code: 'NotFound',
      fields: ['audience.list_id'],
    });
    expect(errorOf(await post('/v1/lists', { user_ids: [] }))).toMatchObject({ fields: ['name'] });
    expect(errorOf(await change({ user_ids: [1] }))).toMatchObject({ status: 404, fields: ['list_id'] });
  });
});

describe('every call', () => {
  const buildPath = (name: PublicCampaignCallName): string =>
    publicCampaignCalls[name].path.replaceAll(/\{\w+\}/g, '999999');
  const calls = Object.keys(publicCampaignCalls) as PublicCampaignCallName[];

  it.each(calls)('%s needs the key of the bot, and finds nothing of another one', async (name) => {
    const { method, path } = publicCampaignCalls[name];
    const originalKey = world.apiKey;
    try {
      for (const key of ['', `${world.key}:${'0'.repeat(64)}`, 'x']) {
        world.apiKey = key;
        const answer = await world.ask(method, buildPath(name), method === 'POST' ? {} : undefined);
        expect(errorOf(answer)).toEqual({ status: 401, code: 'Unauthorized', fields: [] });
      }
    } finally {
      world.apiKey = originalKey;
    }
    if (!path.includes('{')) return;
    const body = { user_id: 1 };
    const notFoundAnswer = await world.ask(method, buildPath(name), method === 'POST' ? body : undefined);
    expect(errorOf(notFoundAnswer)).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('does not see the campaigns of another bot of the same owner', async () => {
    const { campaign_id } = await create();
    const other = world.telegram.addBot({ username: 'other_bot' });
    const registeredBot = dataOf<{ api_key: string }>(
      await world.owner.post('/api/bots', { bot_name: 'other_bot', token: other.token, connection_type: 'api' }),
    );
    const originalKey = world.apiKey;
    world.apiKey = registeredBot.api_key;
    try {
      expect((await get(`/v1/campaigns/${campaign_id}`)).status).toBe(404);
      expect((await post(`/v1/campaigns/${campaign_id}/run`)).status).toBe(404);
      expect(expectResult(await get('/v1/campaigns'))).toEqual({ campaigns: [], next: null });
    } finally {
      world.apiKey = originalKey;
    }
  });
});
