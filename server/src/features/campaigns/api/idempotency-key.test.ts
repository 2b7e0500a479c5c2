import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignApiWorld, errorOf, expectResult, startCampaignApi } from './test-campaign-api.ts';

let world: CampaignApiWorld;
beforeAll(async () => {
  world = await startCampaignApi();
}, 120_000);
afterAll(() => world.close());
const get: CampaignApiWorld['get'] = (...args) => world.get(...args);
const post: CampaignApiWorld['post'] = (...args) => world.post(...args);
const create: CampaignApiWorld['create'] = (...args) => world.create(...args);

describe('an Idempotency-Key', () => {
  const names = async (name: string) =>
    expectResult<{ campaigns: { name: string }[] }>(await get('/v1/campaigns?limit=100')).campaigns.filter(
      (one) => one.name === name,
    );

  it('makes ten requests at once one campaign, with one answer', async () => {
    const body = { name: 'Once', message: { text: 'x' } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/v1/campaigns', body, 'ten')));
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first?.body]);
    expect(await names('Once')).toHaveLength(1);
    const repeatAnswer = await post('/v1/campaigns', body, 'ten');
    expect(repeatAnswer.body).toEqual(first?.body);
    expect(repeatAnswer.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is of one body and one call', async () => {
    expect((await post('/v1/campaigns', { name: 'Body' }, 'of-one')).status).toBe(200);
    const conflict = { status: 409, code: 'IdempotencyKeyReused', fields: [] };
    expect(errorOf(await post('/v1/campaigns', { name: 'Other' }, 'of-one'))).toEqual(conflict);
    expect(errorOf(await post('/v1/lists', { name: 'Body', user_ids: [] }, 'of-one'))).toEqual(conflict);
    expect(
      errorOf(await post('/v1/campaigns', { name: 'x' }, 'ключ'.normalize('NFKD').replaceAll(/./gu, '\u00e9'))),
    ).toEqual({ status: 400, code: 'IdempotencyKeyInvalid', fields: [] });
  });

  it('is free again after a rejection of which nothing came', async () => {
    const draft = await create({ message: {} });
    const run = () => post(`/v1/campaigns/${draft.campaign_id}/run`, {}, 'run-1');
    expect((await run()).status).toBe(400);
    await post(`/v1/campaigns/${draft.campaign_id}`, { message: { text: 'Hello' } });
    const answer = await run();
    expect(expectResult(answer)).toMatchObject({ status: 'In_progress' });
    expect((await run()).body).toEqual(answer.body);
  });

  it('sends a test once, also when Telegram refuses it or does not answer', async () => {
    const carl = await world.meet('Carl');
    const { campaign_id } = await create();
    const test = (key: string) => post(`/v1/campaigns/${campaign_id}/run-test`, { user_id: carl.user.id }, key);
    const [one, other] = await Promise.all([test('test-1'), test('test-1')]);
    expect(expectResult(one)).toEqual(expectResult(other));
    expect(world.callsTo(carl)).toHaveLength(1);
    world.bot.script({ method: 'sendMessage', chatId: carl.user.id, outcome: { reset: 'after' } });
    for (let tries = 0; tries < 2; tries += 1) {
      expect(errorOf(await test('test-2'))).toMatchObject({ code: 'TelegramUncertain' });
    }
    expect(world.callsTo(carl)).toHaveLength(2);
  });

  it('sends a test that Telegram’s outage delayed when its key comes again', async () => {
    const { campaign_id } = await create();
    const test = (userId: number, key: string) =>
      post(`/v1/campaigns/${campaign_id}/run-test`, { user_id: userId }, key);
    const users = [await world.meet('Dora'), await world.meet('Emil'), await world.meet('Fritz')];
    const gerd = await world.meet('Gerd');
    // Telegram answers, so that no failure before these counts.
    expect((await test(gerd.user.id, 'before')).status).toBe(200);
    for (const { user } of users) {
      world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { reset: 'before' } });
      expect(errorOf(await test(user.id, `away-${user.id}`))).toMatchObject({ code: 'TelegramUncertain' });
    }
    const delayed = () => test(gerd.user.id, 'away');
    expect(errorOf(await delayed())).toMatchObject({ code: 'TelegramUnavailable' });
    await expect.poll(async () => (await delayed()).status, { timeout: 10_000 }).toBe(200);
    await delayed();
    expect(world.callsTo(gerd)).toHaveLength(2);
  });

  it('makes one list', async () => {
    const save = () => post('/v1/lists', { name: 'Keyed', user_ids: [world.anna.user.id] }, 'list-1');
    const [one, other] = await Promise.all([save(), save()]);
    expect(expectResult(one)).toEqual(expectResult(other));
    const { lists } = expectResult<{ lists: { name: string }[] }>(await get('/v1/lists'));
    expect(lists.filter(({ name }) => name === 'Keyed')).toHaveLength(1);
  });
});
