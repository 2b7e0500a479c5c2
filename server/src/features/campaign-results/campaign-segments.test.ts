import type { BotUser, SegmentRules } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type OutcomeWorld, startOutcomeWorld } from './test-outcome-world.ts';

const [ann, ben, cid, dan, eve] = [1, 2, 3, 4, 5] as const;

/*
 * | who | news                                     | offer                    | presses                              |
 * |-----|------------------------------------------|--------------------------|--------------------------------------|
 * | Ann | delivered 2 Mar 10:00 as message 71      |                          | under 71: 2 Mar 11:00, 3 Mar 11:00   |
 * | Ben | delivered 2 Mar 10:00 as message 72      |                          | under 5, which is of no campaign     |
 * | Cid | refused 2 Mar 10:00                      |                          |                                      |
 * | Dan | delivered 2 Mar 10:00 as message 74      | delivered 4 Mar 10:00: 75| under 75: 4 Mar 12:00                |
 * | Eve |                                          |                          | under her own message 71: 2 Mar 11:00|
 */
let world: OutcomeWorld;
let news: number;
let offer: number;
beforeAll(async () => {
  world = await startOutcomeWorld();
  const pressed = (moment: string, user: number, message_id: number) => {
    const message = { message_id, date: 1_709_373_600, chat: { id: user, type: 'private' }, text: 'News' };
    const press = { is: 'callback_query', id: `${user} ${moment}`, data: 'more', chat_instance: '1', message };
    return [moment, user, press] as const;
  };
  await world.send(
    ...[ann, ben, cid, dan, eve].map((user) => ['01T08:00', user, { text: '/start' }] as const),
    pressed('02T11:00', ann, 71),
    pressed('03T11:00', ann, 71),
    pressed('02T11:00', ben, 5),
    pressed('04T12:00', dan, 75),
    pressed('02T11:00', eve, 71),
  );
  news = await world.campaign(ann, ben, cid, dan);
  offer = await world.campaign(dan);
  await world.deliver(news, '02T10:00', ann, { status: 'Done', messageId: 71 });
  await world.deliver(news, '02T10:00', ben, { status: 'Done', messageId: 72 });
  await world.deliver(news, '02T10:00', cid, { status: 'Error', reason: 'blocked' });
  await world.deliver(news, '02T10:00', dan, { status: 'Done', messageId: 74 });
  await world.deliver(offer, '04T10:00', dan, { status: 'Done', messageId: 75 });
}, 120_000);
afterAll(() => world.server.close());

const serializeRules = (...rules: object[]): string =>
  encodeURIComponent(JSON.stringify({ match: 'all', rules } as SegmentRules));
const rule = (kind: 'campaign' | 'campaign_button', campaign_id: number, fields: object = {}) => ({
  kind: 'event',
  did: true,
  event: { kind, campaign_id },
  times: { of: 'count', is: 'at_least', number: 1 },
  when: { kind: 'ever' },
  ...fields,
});
const periodBetween = (from: string, to: string) => ({ when: { kind: 'between', from, to } });
const selected = async (...rules: object[]): Promise<number[]> => {
  const path = world.botPath(`/users?sort=user_id&rules=${serializeRules(...rules)}`);
  return dataOf<{ users: BotUser[] }>(await world.owner.get(path)).users.map(({ user_id }) => user_id);
};

it('selects who got a campaign, or any', async () => {
  expect(await selected(rule('campaign', news))).toEqual([ann, ben, dan]);
  expect(await selected(rule('campaign', offer))).toEqual([dan]);
  expect(await selected(rule('campaign', news, { did: false }))).toEqual([cid, eve]);
  expect(await selected(rule('campaign', 0, { did: false }))).toEqual([cid, eve]);
  expect(await selected(rule('campaign', 0, { times: { of: 'count', is: 'at_least', number: 2 } }))).toEqual([dan]);
  expect(await selected(rule('campaign', 0, periodBetween('2024-03-03', '2024-03-04')))).toEqual([dan]);
  expect(await selected(rule('campaign', 999_999))).toEqual([]);
});

it('selects who pressed a button under the message of a campaign', async () => {
  expect(await selected(rule('campaign_button', news))).toEqual([ann]);
  expect(await selected(rule('campaign_button', 0))).toEqual([ann, dan]);
  expect(await selected(rule('campaign_button', news, periodBetween('2024-03-04', '2024-03-05')))).toEqual([]);
  const twoPresses = { times: { of: 'count', is: 'exactly', number: 2 } };
  expect(await selected(rule('campaign_button', 0, twoPresses))).toEqual([ann]);
  expect(await selected(rule('campaign', news), rule('campaign_button', 0, { did: false }))).toEqual([ben]);
  const refunds = { times: { of: 'sum', is: 'at_least', amount: 1, currency: 'EUR' } };
  expect(await selected(rule('campaign_button', 0, refunds))).toEqual([]);
});

it('selects the same users when the past is rolled up', async () => {
  await world.server.services.store.rollUp(world.key, Date.parse('2024-03-05T00:00:00Z'));
  expect(await selected(rule('campaign', news))).toEqual([ann, ben, dan]);
  expect(await selected(rule('campaign_button', 0))).toEqual([ann, dan]);
});

it('is for those who may see campaigns and whom they go to', async () => {
  const writing = ['section.users.list', 'tasker.list.save', 'tasker.task.create', 'tasker.task.update'];
  const grant = async (...keys: string[]) =>
    world.owner.post(world.botPath('/permissions/grant'), { email: 'stranger@example.com', role: null, keys });
  const answersTo = async (kind: 'campaign' | 'campaign_button'): Promise<string[]> => {
    const rules = { match: 'all', rules: [rule(kind, news)] };
    const audience = { kind: 'rules', rules };
    const { stranger, botPath: at } = world;
    return [
      errorOf(await stranger.get(at(`/users?rules=${serializeRules(rule(kind, news))}`))),
      errorOf(await stranger.get(at(`/users/count?rules=${serializeRules(rule(kind, news))}`))),
      errorOf(await stranger.post(at('/segments'), { name: `Readers ${kind}`, kind: 'dynamic', rules })),
      errorOf(await stranger.post(at('/campaigns'), { name: 'To readers', audience })),
      errorOf(await stranger.post(at('/campaign-audiences/count'), audience)),
    ];
  };
  for (const extraKeys of [[], ['tasker.task.view'], ['tasker.users.list']]) {
    await grant(...writing, ...extraKeys);
    for (const kind of ['campaign', 'campaign_button'] as const)
      expect(await answersTo(kind)).toEqual([
        ...Array(4).fill('AccessDenied rules'),
        // Audiences are counted by those who see campaigns.
        extraKeys.includes('tasker.task.view') ? 'AccessDenied rules' : 'AccessDenied',
      ]);
  }
  await grant(...writing, 'tasker.task.view', 'tasker.users.list');
  for (const kind of ['campaign', 'campaign_button'] as const)
    expect(await answersTo(kind)).toEqual(Array(5).fill('200'));
});

it('does not reach users by fields that the author of a campaign may not see', async () => {
  const { owner, stranger, botPath: at } = world;
  await owner.post(at('/custom-fields'), { key: 'city', name: 'City', type: 'text', settings: {} });
  const rules = { match: 'all', rules: [{ kind: 'field', key: 'city', is: 'is', values: ['Oslo'] }] };
  const audience = { kind: 'rules', rules };
  const draft = dataOf<{ campaign_id: number; revision: number }>(
    await stranger.post(at('/campaigns'), { name: 'Mine' }),
  );
  const changes = { revision: draft.revision, audience };
  expect(errorOf(await stranger.post(at(`/campaigns/${draft.campaign_id}`), changes))).toBe('AccessDenied rules');
  expect(errorOf(await stranger.post(at('/campaign-audiences/count'), audience))).toBe('AccessDenied rules');
  expect(errorOf(await owner.post(at('/campaign-audiences/count'), audience))).toBe('200');
});
