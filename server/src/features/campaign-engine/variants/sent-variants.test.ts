import { type Campaign, type CampaignRecipient, type VariantResults, variantNames } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';
import { assignVariant } from './assign-variant.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));

const draft = async (users: readonly SimulatedUser[], parts: object): Promise<Campaign> => {
  const audience = { kind: 'ids', user_ids: users.map(({ user }) => user.id) };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience }));
  const sendingOptions = { speed: 30, interval_cap: 30 };
  return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, sending: sendingOptions, ...parts }));
};
const start = async ({ campaign_id, revision }: Campaign): Promise<number> => {
  const answer = await post(`/campaigns/${campaign_id}/run`, { revision });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return campaign_id;
};
const waitForEnd = (id: number) => expect.poll(async () => (await get(id)).status, { timeout: 30_000 }).toBe('Done');
const recipients = async (id: number, query = ''): Promise<CampaignRecipient[]> =>
  dataOf<{ recipients: CampaignRecipient[] }>(await world.owner.get(botPath(`/campaigns/${id}/recipients${query}`)))
    .recipients;
const textsTo = (user: SimulatedUser): unknown[] => world.callsTo(user).map(({ params }) => params.text);
const crowd = async (size: number, name: string): Promise<SimulatedUser[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => world.meet(`${name}${index}`)));

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker', MAILING_MAX_SPEED: '30' });
}, 120_000);
afterAll(() => world.close());

describe('languages', () => {
  const variants = {
    languages: [
      { code: 'ru', message: { text: 'Привет, {first_name}' } },
      { code: 'pt', message: { text: 'Olá' } },
    ],
  };

  it('go to users of that language, the nearest one, or the default', async () => {
    const users = await Promise.all(
      (['ru', 'pt-br', 'de', ''] as const).map((code) =>
        world.meet('Ivan', code === '' ? {} : { language_code: code }),
      ),
    );
    const campaign = await draft(users, { message: { text: 'Hello' }, variants });
    const preview = (user: SimulatedUser | undefined, options: object = {}) =>
      post(`/campaigns/${campaign.campaign_id}/preview`, { user_id: user?.user.id, ...options });
    expect(dataOf(await preview(users[1]))).toMatchObject({ text: 'Olá', version: { variant: 'A', language: 'pt' } });
    expect(dataOf(await preview(users[1], { language: '' }))).toMatchObject({ text: 'Hello' });
    expect(errorOf(await preview(users[1], { variant: 'C' }))).toBe('NotFound variant');
    const [ivan] = users;
    const test = (options: object) =>
      post(`/campaigns/${campaign.campaign_id}/test`, { user_id: ivan?.user.id, ...options });
    expect((await test({})).status).toBe(200);
    expect((await test({ language: 'pt' })).status).toBe(200);

    const id = await start(campaign);
    await waitForEnd(id);
    expect(users.map(textsTo)).toEqual([['Привет, Ivan', 'Olá', 'Привет, Ivan'], ['Olá'], ['Hello'], ['Hello']]);
    const languages = new Map((await recipients(id)).map((row) => [row.user_id, row.language]));
    expect(users.map(({ user }) => languages.get(user.id))).toEqual(['ru', 'pt', '', '']);
    const { languages: results } = dataOf<VariantResults>(
      await world.owner.get(botPath(`/campaigns/${id}/results/variants?days=1`)),
    );
    expect(results.map(({ language, delivered }) => `${language} ${delivered}`)).toEqual([' 2', 'pt 1', 'ru 1']);
  });

  it('are named where they cannot be sent', async () => {
    const brokenVariants = {
      languages: [{ code: 'ru', message: { text: '' } }],
      others: [{ share: 99, message: { text: 'B' } }],
    };
    const { campaign_id } = await draft([world.anna], {
      message: { text: 'Hello' },
      variants: { ...brokenVariants, test: { share: 50, hours: 1, winner: { by: 'target', target_id: 99 } } },
    });
    expect(dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}/check`)))).toEqual([
      { code: 'RequiredFields', field: 'message.text', version: { variant: 'A', language: 'ru' } },
      { code: 'InvalidField', field: 'variants.test.winner' },
    ]);
    expect(errorOf(await post(`/campaigns/${campaign_id}/run`, { revision: 2 }))).toBe('CampaignNotReady message.text');
  });
});

describe('variants and a control group', () => {
  it('are those of the hash; everyone who gets one is a recipient, and nobody else', async () => {
    const users = await crowd(40, 'Split');
    const campaign = await draft(users, {
      message: { text: 'A {first_name}' },
      variants: { others: [{ share: 40, message: { text: 'B {first_name}' } }], hold_out: 30 },
    });
    const id = await start(campaign);
    await waitForEnd(id);
    const decided = users.map(({ user }) => assignVariant(campaign.variants, id, user.id));
    const control = users.filter((_, index) => decided[index]?.isControl);
    expect(control.length).toBeGreaterThan(2);
    for (const [index, user] of users.entries()) {
      const { isControl = true, variant = null } = decided[index] ?? {};
      expect(textsTo(user)).toEqual(isControl ? [] : [`${variantNames[variant ?? 0]} ${user.user.first_name}`]);
    }
    const { counts, control_group } = await get(id);
    expect(control_group).toBe(control.length);
    expect(counts).toMatchObject({ total: 40 - control.length, delivered: 40 - control.length, waiting: 0 });

    const rising = (ids: number[]) => ids.toSorted((one, other) => one - other);
    const controlRecipients = await recipients(id, '?group=control_group');
    expect(controlRecipients.map(({ user_id }) => user_id)).toEqual(rising(control.map(({ user }) => user.id)));
    expect(controlRecipients[0]).toMatchObject({ status: 'ControlGroup', variant: null, message_id: null });
    const ofB = users.filter((_, index) => decided[index]?.variant === 1);
    expect((await recipients(id, '?variant=B')).map(({ user_id }) => user_id)).toEqual(
      rising(ofB.map(({ user }) => user.id)),
    );
    const rows = await world.server.services.store.query<{ status: string; users: number }>({
      sql: `SELECT status, count() AS users FROM campaign_outcomes FINAL
        WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} GROUP BY status ORDER BY status`,
      params: { bot: world.key, campaign: id },
      bot: world.key,
    });
    expect(rows.map(({ status, users }) => `${status} ${users}`)).toEqual([
      `Control ${control.length}`,
      `Done ${40 - control.length}`,
    ]);
  });
});

describe('a test', () => {
  const message = { text: 'A', buttons: [[{ text: 'Yes', callback_data: 'yes' }]] };
  const variants = {
    others: [{ share: 50, message: { ...message, text: 'B' } }],
    test: { share: 50, hours: 2, winner: { by: 'pressed' } },
  };
  const waits = (id: number) =>
    expect.poll(async () => (await get(id)).test?.decide_at ?? null, { timeout: 30_000 }).not.toBeNull();

  it('waits for its hours, and sends the winner to the rest', async () => {
    const users = await crowd(30, 'Test');
    const campaign = await draft(users, { message, variants });
    const id = await start(campaign);
    await waits(id);
    const decided = new Map(users.map((one) => [one, assignVariant(campaign.variants, id, one.user.id).variant]));
    for (const [user, variant] of decided) {
      expect(textsTo(user)).toEqual(variant === null ? [] : [variantNames[variant]]);
    }
    const rest = users.filter((one) => decided.get(one) === null);
    const { status, counts, test } = await get(id);
    expect(status).toBe('In_progress');
    expect(counts).toMatchObject({ waiting: rest.length, delivered: 30 - rest.length });
    expect(Date.parse(test?.decide_at ?? '') - Date.now()).toBeGreaterThan(7_000_000);

    const ofB = users.filter((one) => decided.get(one) === 1);
    for (const user of ofB) user.presses('yes');
    const pressed = async () =>
      dataOf<VariantResults>(await world.owner.get(botPath(`/campaigns/${id}/results/variants?days=1`))).variants[1]
        ?.pressed;
    await expect.poll(pressed, { timeout: 20_000 }).toBe(ofB.length);
    const { db } = world.server.services.metadata;
    await db.updateTable('campaigns').set({ decide_at: sql<Date>`now()` }).where('campaign_id', '=', id).execute();
    await waitForEnd(id);
    for (const user of rest) expect(textsTo(user)).toEqual(['B']);
    expect((await get(id)).test).toMatchObject({
      winner: 'B',
      decision: {
        by: 'rule',
        scores: [
          { variant: 'A', delivered: users.filter((one) => decided.get(one) === 0).length, users: 0 },
          { variant: 'B', delivered: ofB.length, users: ofB.length },
        ],
      },
    });
    expect(errorOf(await post(`/campaigns/${id}/winner`, { variant: 'A' }))).toBe('CampaignNotRunning');
  });

  it('ends where a colleague chooses, once', async () => {
    const users = await crowd(20, 'Hand');
    const campaign = await draft(users, { message, variants });
    const choose = (id: number, variant: string) => post(`/campaigns/${id}/winner`, { variant });
    expect(errorOf(await choose(campaign.campaign_id, 'B'))).toBe('CampaignNotRunning');
    const id = await start(campaign);
    await waits(id);
    expect(errorOf(await choose(id, 'C'))).toBe('CampaignNotRunning');
    expect(errorOf(await world.stranger.post(botPath(`/campaigns/${id}/winner`), { variant: 'B' }))).toBe('NotFound');
    const answers = await Promise.all([choose(id, 'A'), choose(id, 'B')]);
    expect(answers.map(errorOf).toSorted()).toEqual(['200', 'CampaignNotRunning']);
    await waitForEnd(id);
    const { test } = await get(id);
    expect(test).toMatchObject({ decision: { by: 'owner', scores: [] } });
    const rest = users.filter(({ user }) => assignVariant(campaign.variants, id, user.id).variant === null);
    for (const user of rest) expect(textsTo(user)).toEqual([test?.winner]);
  });
});
