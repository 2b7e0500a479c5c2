import { randomUUID } from 'node:crypto';
import {
  api,
  type Campaign,
  type CampaignFile,
  type CampaignRecipient,
  type CampaignSummary,
  type ReceivedCampaign,
} from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfUpdates } from '../../../ingest/recording/make-events.ts';
import { startTestServer, type TestServer, type TestVisitor } from '../../../roles/test-server.ts';
import { gradientPicture } from '../../../simulation/telegram/gradient-picture.ts';
import { visitorLimits } from '../../access/access.ts';
import { forgetVisitorRows } from '../../access/demo/visitor-rows.ts';
import { insertCampaign } from '../../campaign-engine/test-campaigns.ts';
import { dataOf, errorOf } from '../../connections/test-world.ts';
import { createVisitorAudience } from './visitor-audience.ts';

let server: TestServer;
let key: string;
let example: number;
const secret = 'only-for-ann';
const users = 12;
const botPath = (path = '') => `/api/bots/${key}${path}`;
const one = (id: number, path = '') => botPath(`/campaigns/${id}${path}`);
const user = (id: number) => ({ id, is_bot: false, first_name: `User ${id}` });
const namesSeenBy = async (visitor: TestVisitor) =>
  dataOf<CampaignSummary[]>(await visitor.get(botPath('/campaigns'))).map(({ name }) => name);
const create = async (visitor: TestVisitor, body: object = { name: secret }) =>
  visitor.post(botPath('/campaigns'), body);
const db = () => server.services.metadata.db;
const forgetAttempts = () => db().deleteFrom('attempts').execute();

/** The demo with a few users and a campaign of its own; nobody sends here. */
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api', DEMO: '1' });
  const { bots, store } = server.services;
  const bot = await bots.ensureDemo('de300000b0700', 'demo_bot');
  key = bot.key;
  const date = new Date(Date.now() - 3_600_000).toISOString();
  const updates = Array.from({ length: users }, (_, index) => ({
    date,
    update: {
      update_id: index + 1,
      message: {
        message_id: 1,
        date: Date.parse(date) / 1_000,
        text: '/start',
        from: user(index + 1),
        chat: { ...user(index + 1), type: 'private' },
      },
    },
  }));
  await store.write(eventsOfUpdates(bot, updates, Date.now()).events);
  await store.flush();
  example = await insertCampaign(db(), key, { status: 'Done' });
  await db().updateTable('campaigns').set({ name: 'An example' }).where('campaign_id', '=', example).execute();
}, 120_000);
afterAll(() => server.close());

describe('campaigns of a visitor of the demo', () => {
  it('are seen by that visitor alone, on every route', async () => {
    const [ann, ben] = [server.visitor(), server.visitor()];
    const campaign = dataOf<Campaign>(await create(ann));
    expect(campaign).toMatchObject({ name: secret, created_by: '' });
    expect(campaign.is_example).toBeUndefined();
    const message = {
      text: secret,
      buttons: [[{ text: secret, callback_data: secret }]],
    };
    const updatedCampaign = dataOf<Campaign>(await ann.post(one(campaign.campaign_id), { revision: 1, message }));
    expect(await namesSeenBy(ann)).toEqual([secret, 'An example']);
    expect(await namesSeenBy(ben)).toEqual(['An example']);

    const reads = ['', '/check', '/results', '/results/outcomes', '/recipients', '/recipients.csv'];
    for (const path of reads) {
      const [ownAnswer, otherAnswer] = await Promise.all(
        [ann, ben].map((visitor) => visitor.get(one(campaign.campaign_id, path)).catch(() => null)),
      );
      if (ownAnswer !== null && ownAnswer !== undefined) expect([path, ownAnswer.status]).toEqual([path, 200]);
      expect([path, otherAnswer && errorOf(otherAnswer)]).toEqual([path, 'NotFound campaign_id']);
    }
    const { revision } = updatedCampaign;
    const writes: [string, object?][] = [
      ['', { revision, name: 'His' }],
      ['/preview', {}],
      ['/test', { user_id: 1 }],
      ['/run', { revision }],
      ['/stop'],
      ['/resume'],
      ['/finish'],
      ['/repeat', { group: 'unknown' }],
      ['/archive', { is_archived: true }],
    ];
    for (const [path, body] of writes)
      expect([path, errorOf(await ben.post(one(campaign.campaign_id, path), body))]).toEqual([
        path,
        'NotFound campaign_id',
      ]);
    expect(errorOf(await create(ben, { name: 'A copy', copy_of: campaign.campaign_id }))).toBe('NotFound copy_of');
    const exclusion = { kind: 'all', without_campaigns: [campaign.campaign_id] };
    expect(errorOf(await ben.post(botPath('/campaign-audiences/count'), exclusion))).toMatch(/^NotFound/);
    expect(errorOf(await create(ben, { name: 'Without hers', audience: exclusion }))).toMatch(/^NotFound/);
  });

  it('nobody changes what the demo shows to everyone, but it may be read and copied', async () => {
    const eve = server.visitor();
    const exampleCampaign = dataOf<Campaign>(await eve.get(one(example)));
    expect(exampleCampaign).toMatchObject({ name: 'An example', is_example: true });
    expect(errorOf(await eve.post(one(example), { revision: 1, name: 'Hers' }))).toBe('AccessDenied');
    expect(errorOf(await eve.post(one(example, '/archive'), { is_archived: true }))).toBe('AccessDenied');
    expect(errorOf(await eve.post(one(example, '/repeat'), { group: 'unknown' }))).toBe('AccessDenied');
    const copied = dataOf<Campaign>(await create(eve, { name: 'Mine', copy_of: example }));
    expect(copied.message.text).toBe(exampleCampaign.message.text);
    expect(await namesSeenBy(eve)).toEqual(['Mine', 'An example']);
  });

  it('read all that the page of a campaign shows: one rejection sends them away from it', async () => {
    const eve = server.visitor();
    const campaignId = dataOf<Campaign>(await create(eve)).campaign_id;
    const paths = Object.values(api)
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/bots/{key}/campaigns/{campaign_id}'))
      // Warnings are the editor's, which shows none in the demo.
      .filter(({ path }) => !path.includes('/warnings/'))
      .map(({ path }) => path.slice('/bots/{key}'.length));
    expect(paths.length).toBeGreaterThan(12);
    for (const path of paths)
      for (const id of [example, campaignId]) {
        const answer = await eve.get(botPath(path.replace('{campaign_id}', String(id))));
        // Statistics are those of automations.
        const expected = path.endsWith('/automation') ? 'NotFound campaign_id' : '200';
        expect([path, errorOf(answer)]).toEqual([path, expected]);
      }
  });

  it('have files of their own, small ones', async () => {
    const [ann, ben] = [server.visitor(), server.visitor()];
    const upload = (visitor: TestVisitor, bytes: Buffer) =>
      fetch(`${server.url}${botPath('/campaign-files?file_name=a.png&type=image/png')}`, {
        method: 'POST',
        headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        body: new Uint8Array(bytes),
      });
    await create(ann);
    await create(ben);
    const answer = await upload(ann, gradientPicture(40, 20, [0, 0, 0], [255, 255, 255]));
    const { data: file } = (await answer.json()) as { data: CampaignFile };
    const path = botPath(`/campaign-files/${file.id}`);
    const read = (visitor: TestVisitor) =>
      fetch(`${server.url}${path}`, {
        headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
    expect((await read(ann)).status).toBe(200);
    expect((await read(ben)).status).toBe(404);
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    const benCampaign = dataOf<Campaign>(await create(ben));
    const message = { media: { kind: 'photo', file: file.id } };
    expect(errorOf(await ben.post(one(benCampaign.campaign_id), { revision: 1, message }))).toBe(
      'NotFound message.media.file',
    );
    const version = { message: { text: 'Hi', media: { kind: 'photo', file: file.id } } };
    const otherVariants = [{ share: 50, message: { text: 'Hi' }, languages: [{ code: 'ru', ...version }] }];
    expect(
      errorOf(await ben.post(one(benCampaign.campaign_id), { revision: 1, variants: { others: otherVariants } })),
    ).toBe('NotFound variants.others.0.languages.0.message.media.file');
    const foreignMessage = { media: { kind: 'photo', file: randomUUID() } };
    expect(errorOf(await ben.post(one(benCampaign.campaign_id), { revision: 1, message: foreignMessage }))).toMatch(
      /^NotFound/,
    );
    expect((await upload(ann, Buffer.alloc(visitorLimits.fileBytes + 1))).status).toBe(413);
    expect(errorOf(await ann.post(botPath('/campaign-files/fetch'), { url: 'https://example.com/a.png' }))).toBe(
      'AccessDenied',
    );
  });

  it('are few, for a day, whether the browser keeps its cookie or not', async () => {
    await forgetAttempts();
    const eve = server.visitor();
    for (let number = 1; number < visitorLimits.rows.campaigns.own; number += 1) await create(eve);
    const lastAnswers = await Promise.all([create(eve), create(eve)]);
    expect(lastAnswers.map(errorOf).sort()).toEqual(['200', 'TooManyInDemo']);
    let createdCount = 0;
    // Another browser each time: the address is the same.
    while (createdCount < 100 && (await create(server.visitor())).status === 200) createdCount += 1;
    expect(createdCount).toBe(20 - visitorLimits.rows.campaigns.own - 1);
    expect(errorOf(await create(server.visitor()))).toMatch(/^TooManyRequests/);

    const now = Date.now();
    expect(await forgetVisitorRows(db(), now)).toEqual({ campaigns: 0, segments: 0 });
    const { campaigns } = await forgetVisitorRows(db(), now + 25 * 3_600_000);
    expect(campaigns).toBeGreaterThan(createdCount);
    expect(await namesSeenBy(eve)).toEqual(['An example']);
    await forgetAttempts();
  });

  it('are recorded in no log, and a test of one in no conversation', async () => {
    const ann = server.visitor();
    const campaign = dataOf<Campaign>(await create(ann));
    const message = { text: secret, buttons: [[{ text: secret, callback_data: secret }]] };
    await ann.post(one(campaign.campaign_id), { revision: 1, message });
    let sentCount = 0;
    for (let user = 1; user <= 5; user += 1)
      if ((await ann.post(one(campaign.campaign_id, '/test'), { user_id: user })).status === 200) sentCount += 1;
    expect(sentCount).toBeGreaterThan(2);
    const { store } = server.services;
    await store.flush();
    const rows = await store.query<{ payload: string }>({
      sql: 'SELECT payload FROM events WHERE bot = {bot:String}',
      params: { bot: key },
    });
    expect(rows.length).toBeGreaterThanOrEqual(users);
    expect(rows.filter(({ payload }) => payload.includes(secret))).toEqual([]);
    expect(await db().selectFrom('audit').selectAll().where('bot_key', '=', key).execute()).toEqual([]);
  });

  it('stand on the page of a user only for their author', async () => {
    const [ann, ben] = [server.visitor(), server.visitor()];
    const campaign = dataOf<Campaign>(await create(ann));
    const rows = [example, campaign.campaign_id].map((campaign_id) => ({
      campaign_id,
      user_id: 1,
      status: 'Done' as const,
    }));
    await db().insertInto('campaign_recipients').values(rows).execute();
    const listReceived = async (visitor: TestVisitor) =>
      dataOf<{ campaigns: ReceivedCampaign[] }>(await visitor.get(botPath('/users/1/campaigns'))).campaigns.map(
        ({ name }) => name,
      );
    expect(await listReceived(ann)).toEqual([secret, 'An example']);
    expect(await listReceived(ben)).toEqual(['An example']);
    const all = server.services.receivedCampaigns.all(key, 1);
    expect((await all).map(({ name }) => name)).toEqual(['An example']);
    const { recipients } = dataOf<{ recipients: CampaignRecipient[] }>(
      await ann.get(one(campaign.campaign_id, '/recipients')),
    );
    expect(recipients.map(({ user_id }) => user_id)).toEqual([1]);
  });

  it('go to the first of an audience, however often it is prepared', async () => {
    const visitorCampaign = dataOf<Campaign>(await create(server.visitor()));
    async function* everyone(_: unknown, afterId: number): AsyncGenerator<number[]> {
      for (let from = afterId + 1; from <= 2_000; from += 400) yield Array.from({ length: 400 }, (__, i) => from + i);
    }
    const count = async (campaignId: number, afterId: number) => {
      let users = 0;
      const { audience } = visitorCampaign;
      const campaign = { bot: key, campaignId, audience, timeZone: 'UTC' };
      for await (const chunk of createVisitorAudience(db(), everyone)(campaign, afterId)) users += chunk.length;
      return users;
    };
    expect(await count(visitorCampaign.campaign_id, 0)).toBe(visitorLimits.recipients);
    expect(await count(example, 0)).toBe(2_000);
    await db()
      .updateTable('campaigns')
      .set({ total: 400 })
      .where('campaign_id', '=', visitorCampaign.campaign_id)
      .execute();
    expect(await count(visitorCampaign.campaign_id, 400)).toBe(visitorLimits.recipients - 400);
  });
});
