import type {
  AudienceCount,
  Campaign,
  CampaignRecipient,
  MailingSettings,
  UnsubscribedUser,
  Unsubscription,
} from '@botscope/contract';
import { defaultMailingSettings, mailingPressData } from '@botscope/contract';
import type { Person } from '@botscope/testkit/person.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
const at = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(at(path), body);
const settings = (changes: Partial<MailingSettings>) =>
  post('/mailing-settings', { ...defaultMailingSettings, button_text: 'No more', ...changes });
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(at(`/campaigns/${id}`)));
const draft = async (people: readonly Person[], audience: object = {}): Promise<Campaign> => {
  const ids = { kind: 'ids', user_ids: people.map(({ user }) => user.id), ...audience };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience: ids }));
  return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'New prices' } }));
};
const sent = async ({ campaign_id, revision }: Campaign): Promise<Campaign> => {
  expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
  await expect.poll(async () => (await get(campaign_id)).status, { timeout: 20_000 }).toBe('Done');
  return get(campaign_id);
};
const reasonOf = async (id: number, person: Person): Promise<string | null | undefined> => {
  const answer = await world.owner.get(at(`/campaigns/${id}/recipients`));
  const { recipients } = dataOf<{ recipients: CampaignRecipient[] }>(answer);
  return recipients.find(({ user_id }) => user_id === person.user.id)?.reason;
};
const unsubscription = async (person: Person): Promise<Unsubscription | null> =>
  dataOf<{ unsubscription: Unsubscription | null }>(await world.owner.get(world.path(person, '/unsubscription')))
    .unsubscription;
const count = async (audience: object): Promise<AudienceCount> =>
  dataOf(await post('/campaign-audiences/count', audience));
const atBot = (person: Person): string[] =>
  world.hook.requests.flatMap(({ body }) => {
    const update = JSON.parse(body) as Record<string, { from?: { id: number }; text?: string; data?: string }>;
    const [content] = ['message', 'callback_query'].flatMap((kind) => update[kind] ?? []);
    return content?.from?.id === person.user.id ? [content.text ?? content.data ?? ''] : [];
  });
const keyboardOf = (person: Person): unknown => world.callsTo(person).at(-1)?.params.reply_markup ?? null;

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

it('is a button below campaign messages, answered by us, that the bot never sees', async () => {
  const [ann, ben] = [await world.meet('Ann'), await world.meet('Ben')];
  const plain = await sent(await draft([ann]));
  expect(keyboardOf(ann)).toBeNull();
  expect(plain.counts.delivered).toBe(1);
  expect((await settings({ has_button: true })).status).toBe(200);
  const campaign = await sent(await draft([ann, ben]));
  const data = mailingPressData('unsubscribe', campaign.campaign_id);
  expect(keyboardOf(ann)).toEqual({ inline_keyboard: [[{ text: 'No more', callback_data: data }]] });

  ann.presses(data);
  const answer = await world.bot.nextCall('answerCallbackQuery');
  expect(answer).toMatchObject({ status: 200, params: { text: expect.stringContaining('You have unsubscribed') } });
  const edit = await world.bot.nextCall('editMessageReplyMarkup');
  const back = mailingPressData('subscribe', campaign.campaign_id);
  expect(edit).toMatchObject({
    status: 200,
    params: { reply_markup: { inline_keyboard: [[{ text: 'Subscribe again', callback_data: back }]] } },
  });
  expect(await unsubscription(ann)).toEqual({
    at: expect.any(String),
    source: 'button',
    campaign: { campaign_id: campaign.campaign_id, name: 'News' },
  });
  expect(atBot(ann)).toEqual(['/start']);
  expect(await unsubscription(ben)).toBeNull();
  const list = await world.owner.get(at(`/campaigns/${campaign.campaign_id}/unsubscribed`));
  expect(dataOf<{ total: number; users: UnsubscribedUser[] }>(list)).toMatchObject({
    total: 1,
    users: [{ user_id: ann.user.id, name: 'Ann', source: 'button' }],
  });
  const foreign = await world.stranger.get(at(`/campaigns/${campaign.campaign_id}/unsubscribed`));
  expect(errorOf(foreign)).toBe('NotFound');

  // The same message, which the answer has changed.
  ann.presses(back);
  await expect.poll(() => unsubscription(ann)).toBeNull();
  expect(atBot(ann)).toEqual(['/start']);
});

it('counts apart in audiences, and holds for users who unsubscribe after the start', async () => {
  const [cid, dan] = [await world.meet('Cid'), await world.meet('Dan')];
  await settings({ has_button: true });
  const first = await sent(await draft([cid, dan]));
  cid.presses(mailingPressData('unsubscribe', first.campaign_id));
  await expect.poll(() => unsubscription(cid)).not.toBeNull();
  const audience = { kind: 'ids', user_ids: [cid.user.id, dan.user.id] };
  expect(await count(audience)).toMatchObject({ can_get: 1, unsubscribed: 1, excluded: 0 });
  expect(await count({ ...audience, is_service: true })).toMatchObject({ can_get: 2, unsubscribed: 0 });

  const { db } = world.server.services.metadata;
  const second = await sent(await draft([cid, dan]));
  expect(second.counts).toMatchObject({ total: 1, delivered: 1 });
  // Written down before they unsubscribed: as if the campaign had been prepared a moment earlier.
  const third = await draft([dan]);
  await db.insertInto('campaign_recipients').values({ campaign_id: third.campaign_id, user_id: cid.user.id }).execute();
  await db
    .updateTable('campaigns')
    .set({ total: 1, waiting: 1 })
    .where('campaign_id', '=', third.campaign_id)
    .execute();
  expect((await sent(third)).counts).toMatchObject({ total: 2, delivered: 1, cancelled: 1 });
  expect(await reasonOf(third.campaign_id, cid)).toBe('unsubscribed');

  const service = await sent(await draft([cid], { is_service: true }));
  expect(service.counts).toMatchObject({ delivered: 1 });
  expect(keyboardOf(cid)).toBeNull();
});

it('is a command that the bot gets as well, put down to the campaign before it', async () => {
  const eve = await world.meet('Eve');
  await settings({ command: '/unsubscribe' });
  const campaign = await sent(await draft([eve]));
  eve.sends('/unsubscribe');
  await expect
    .poll(() => unsubscription(eve), { timeout: 10_000 })
    .toMatchObject({ source: 'command', campaign: { campaign_id: campaign.campaign_id } });
  await expect.poll(() => atBot(eve)).toEqual(['/start', '/unsubscribe']);
  expect(dataOf(await world.owner.post(world.path(eve, '/subscribe-again'), {}))).toEqual({ unsubscription: null });
  expect(await unsubscription(eve)).toBeNull();
});

it('is noted of copies that a bot pushes, and an older press changes nothing', async () => {
  const finn = await world.meet('Finn');
  const apiKey = await world.server.services.bots.rotateApiKey(world.key);
  const { campaign_id } = await draft([finn]);
  const from = { id: finn.user.id, is_bot: false, first_name: 'Finn' };
  const press = (id: string, action: 'unsubscribe' | 'subscribe', date: string) => ({
    date,
    update: {
      update_id: Number(id),
      callback_query: {
        id,
        from,
        chat_instance: '1',
        message: { message_id: 5, date: 1, chat: { id: finn.user.id, type: 'private' }, text: 'New prices' },
        data: mailingPressData(action, campaign_id),
      },
    },
  });
  const push = (...items: object[]) =>
    world.server.visitor().post('/v1/send-batch-update', items, { 'api-key': apiKey });
  expect((await push(press('900001', 'unsubscribe', '2026-03-02T10:00:00Z'))).status).toBe(200);
  expect(await unsubscription(finn)).toMatchObject({ at: '2026-03-02T10:00:00.000Z', source: 'button' });
  await push(press('900002', 'subscribe', '2026-03-01T10:00:00Z'));
  expect(await unsubscription(finn)).not.toBeNull();
  await push(press('900003', 'subscribe', '2026-03-03T10:00:00Z'));
  expect(await unsubscription(finn)).toBeNull();
});

it('names what is wrong with settings', async () => {
  expect(errorOf(await settings({ command: 'Stop!' }))).toBe('InvalidField command');
  expect(errorOf(await settings({ button_text: ' ' }))).toBe('InvalidField button_text');
  expect(errorOf(await world.stranger.get(at('/mailing-settings')))).toBe('NotFound');
});

it('two campaigns at once do not both reach a user whose number of messages is limited', async () => {
  const people = await Promise.all(['Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea'].map((name) => world.meet(name)));
  await settings({ cap: { messages: 1, hours: 24 } });
  const drafts = [await draft(people), await draft(people)];
  const ended = await Promise.all(drafts.map(sent));
  expect(ended.reduce((sum, { counts }) => sum + counts.delivered, 0)).toBe(people.length);
  expect(ended.reduce((sum, { counts }) => sum + counts.cancelled, 0)).toBe(people.length);
  for (const person of people) expect(world.callsTo(person).filter(({ status }) => status === 200)).toHaveLength(1);
  const service = await sent(await draft(people, { is_service: true }));
  expect(service.counts).toMatchObject({ delivered: people.length });
});
