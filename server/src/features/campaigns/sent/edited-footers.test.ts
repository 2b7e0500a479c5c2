import {
  type Campaign,
  defaultMailingSettings,
  mailingPressData,
  type SentMessages,
  type SubscriptionEntry,
} from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const state = async (id: number): Promise<SentMessages> =>
  dataOf(await world.owner.get(botPath(`/campaigns/${id}/sent-messages`)));
const listButtons = (user: SimulatedUser, method: string): string[] => {
  const call = world.callsTo(user).findLast((one) => one.method === method);
  const { inline_keyboard: rows = [] } = (call?.params.reply_markup ?? {}) as {
    inline_keyboard?: { callback_data?: string; url?: string }[][];
  };
  return rows.flat().map(({ callback_data = '', url = '' }) => callback_data || url);
};

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker', PUBLIC_URL: 'https://stats.example.com' });
}, 120_000);
afterAll(() => world.close());

it('an edit keeps tracked links, and the button below the message that the user has', async () => {
  const [ann, ben] = [await world.meet('Ann'), await world.meet('Ben')];
  await post('/mailing-settings', { ...defaultMailingSettings, has_button: true });
  const audience = { kind: 'ids', user_ids: [ann.user.id, ben.user.id] };
  const { campaign_id: id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience }));
  const buttons = [[{ text: 'Shop', url: 'https://shop.example.com/sale' }]];
  await post(`/campaigns/${id}`, { revision: 1, message: { text: 'Sale', buttons, track_links: true } });
  await post(`/campaigns/${id}/run`, { revision: 2 });
  const get = async (): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));
  await expect.poll(async () => (await get()).status, { timeout: 20_000 }).toBe('Done');
  const [unsubscribe, subscribe] = [mailingPressData('unsubscribe', id), mailingPressData('subscribe', id)];
  const sentButtons = listButtons(ann, 'sendMessage');
  expect(sentButtons[0]).toContain('https://stats.example.com/r/');
  expect(sentButtons[1]).toBe(unsubscribe);

  ann.presses(unsubscribe);
  await world.bot.nextCall('editMessageReplyMarkup');
  await expect
    .poll(async () => {
      const answer = await world.owner.get(world.path(ann, '/unsubscription'));
      return dataOf<{ unsubscription: SubscriptionEntry | null }>(answer).unsubscription;
    })
    .not.toBeNull();

  await post(`/campaigns/${id}/sent-messages/edit`, {
    message: { text: 'Sale until Sunday', buttons, track_links: true },
  });
  await expect.poll(async () => (await state(id)).jobs[0]?.status, { timeout: 20_000 }).toBe('Done');
  // A link keeps its address for the same user.
  expect(listButtons(ben, 'editMessageText')).toEqual([listButtons(ben, 'sendMessage')[0], unsubscribe]);
  expect(listButtons(ann, 'editMessageText')).toEqual([sentButtons[0], subscribe]);
});
