import type {
  AudienceCount,
  Campaign,
  CampaignRecipient,
  CampaignResults,
  MailingSettings,
  MailingSubscription,
  SubscriptionEntry,
  UnsubscribedUser,
} from '@botscope/contract';
import { defaultMailingSettings, mailingPressData } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const settings = (changes: Partial<MailingSettings>) =>
  post('/mailing-settings', { ...defaultMailingSettings, button_text: 'No more', ...changes });
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));
const draft = async (users: readonly SimulatedUser[], audience: object = {}): Promise<Campaign> => {
  const ids = { kind: 'ids', user_ids: users.map(({ user }) => user.id), ...audience };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience: ids }));
  return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'New prices' } }));
};
const runCampaign = async ({ campaign_id, revision }: Campaign): Promise<Campaign> => {
  expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
  await expect.poll(async () => (await get(campaign_id)).status, { timeout: 20_000 }).toBe('Done');
  return get(campaign_id);
};
const loadReason = async (id: number, user: SimulatedUser): Promise<string | null | undefined> => {
  const answer = await world.owner.get(botPath(`/campaigns/${id}/recipients`));
  const { recipients } = dataOf<{ recipients: CampaignRecipient[] }>(answer);
  return recipients.find(({ user_id }) => user_id === user.id)?.reason;
};
const subscription = async (user: SimulatedUser): Promise<MailingSubscription> =>
  dataOf(await world.owner.get(world.path(user, '/unsubscription')));
const unsubscription = async (user: SimulatedUser): Promise<SubscriptionEntry | null> =>
  (await subscription(user)).unsubscription;
const count = async (audience: object): Promise<AudienceCount> =>
  dataOf(await post('/campaign-audiences/count', audience));
const atBot = (user: SimulatedUser): string[] =>
  world.hook.requests.flatMap(({ body }) => {
    const update = JSON.parse(body) as Record<string, { from?: { id: number }; text?: string; data?: string }>;
    const [content] = ['message', 'callback_query'].flatMap((kind) => update[kind] ?? []);
    return content?.from?.id === user.id ? [content.text ?? content.data ?? ''] : [];
  });
const findKeyboard = (user: SimulatedUser): unknown => world.callsTo(user).at(-1)?.params.reply_markup ?? null;

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

it('is a button below campaign messages, answered by us, that the bot never sees', async () => {
  const [ann, ben] = [await world.meet('Ann'), await world.meet('Ben')];
  const plainCampaign = await runCampaign(await draft([ann]));
  expect(findKeyboard(ann)).toBeNull();
  expect(plainCampaign.counts.delivered).toBe(1);
  expect((await settings({ has_button: true })).status).toBe(200);
  const campaign = await runCampaign(await draft([ann, ben]));
  const data = mailingPressData('unsubscribe', campaign.campaign_id);
  expect(findKeyboard(ann)).toEqual({ inline_keyboard: [[{ text: 'No more', callback_data: data }]] });

  ann.presses(data);
  const answer = await world.bot.nextCall('answerCallbackQuery');
  expect(answer).toMatchObject({ status: 200, params: { text: expect.stringContaining('You have unsubscribed') } });
  const edit = await world.bot.nextCall('editMessageReplyMarkup');
  const returnData = mailingPressData('subscribe', campaign.campaign_id);
  expect(edit).toMatchObject({
    status: 200,
    params: { reply_markup: { inline_keyboard: [[{ text: 'Subscribe again', callback_data: returnData }]] } },
  });
  expect(await unsubscription(ann)).toEqual({
    is_unsubscribed: true,
    at: expect.any(String),
    source: 'button',
    campaign: { campaign_id: campaign.campaign_id, name: 'News' },
    reason: null,
    note: '',
    by: null,
  });
  expect(atBot(ann)).toEqual(['/start']);
  expect(await unsubscription(ben)).toBeNull();
  const list = await world.owner.get(botPath(`/campaigns/${campaign.campaign_id}/unsubscribed`));
  expect(dataOf<{ total: number; users: UnsubscribedUser[] }>(list)).toMatchObject({
    total: 1,
    users: [{ user_id: ann.user.id, name: 'Ann', source: 'button' }],
  });
  const foreignAnswer = await world.stranger.get(botPath(`/campaigns/${campaign.campaign_id}/unsubscribed`));
  expect(errorOf(foreignAnswer)).toBe('NotFound');

  // Ann presses below the same message, which the answer has changed.
  ann.presses(returnData);
  await expect.poll(() => unsubscription(ann)).toBeNull();
  expect(atBot(ann)).toEqual(['/start']);
  expect((await subscription(ann)).history.map((change) => [change.is_unsubscribed, change.source])).toEqual([
    [false, 'button'],
    [true, 'button'],
  ]);
});

it('is done by colleagues too, who note why; complaints count for the campaigns before', async () => {
  const [mia, ned, ola] = [await world.meet('Mia'), await world.meet('Ned'), await world.meet('Ola')];
  await settings({ has_button: true });
  const campaign = await runCampaign(await draft([mia, ned, ola]));
  const { campaign_id: id } = campaign;
  const unsubscribe = (user: SimulatedUser, body: object) => world.owner.post(world.path(user, '/unsubscribe'), body);
  const complaints = async () =>
    dataOf<CampaignResults>(await world.owner.get(botPath(`/campaigns/${id}/results`))).complained_users;
  const complainers = async () => {
    const answer = await world.owner.get(botPath(`/campaigns/${id}/recipients?outcome=complained`));
    return dataOf<{ recipients: CampaignRecipient[] }>(answer).recipients.map(({ user_id }) => user_id);
  };
  const byReason = async (reason: string) => {
    const answer = await world.owner.get(botPath(`/campaigns/${id}/unsubscribed?reason=${reason}`));
    const { total, users } = dataOf<{ total: number; users: UnsubscribedUser[] }>(answer);
    return { total, names: users.map(({ name }) => name) };
  };

  expect(errorOf(await unsubscribe(mia, { reason: 'angry' }))).toBe('InvalidField reason');
  expect(errorOf(await unsubscribe(mia, { reason: 'other', note: 'x'.repeat(501) }))).toBe('InvalidField note');
  expect(errorOf(await world.stranger.post(world.path(mia, '/unsubscribe'), { reason: 'requested' }))).toBe('NotFound');
  expect(errorOf(await world.owner.post(botPath('/users/424242/unsubscribe'), { reason: 'requested' }))).toBe(
    'NotFound user_id',
  );

  const complained = dataOf<MailingSubscription>(await unsubscribe(mia, { reason: 'complained', note: ' Spam! ' }));
  const me = complained.unsubscription?.by;
  expect(me).toEqual(expect.any(String));
  expect(complained.unsubscription).toEqual({
    is_unsubscribed: true,
    at: expect.any(String),
    source: 'colleague',
    campaign: { campaign_id: id, name: 'News' },
    reason: 'complained',
    note: 'Spam!',
    by: me,
  });
  expect(complained.history).toEqual([complained.unsubscription]);
  await unsubscribe(ned, { reason: 'requested' });
  // Unsubscribed by the button; the colleague says why, and it is the way and the time of the press that stay.
  ola.presses(mailingPressData('unsubscribe', id));
  await expect.poll(() => unsubscription(ola)).not.toBeNull();
  const before = await unsubscription(ola);
  expect(await byReason('own')).toEqual({ total: 1, names: ['Ola'] });
  await unsubscribe(ola, { reason: 'complained' });
  expect(await unsubscription(ola)).toEqual({ ...before, reason: 'complained', by: me });

  expect([await complaints(), await complainers()]).toEqual([2, [mia.user.id, ola.user.id].sort((a, b) => a - b)]);
  expect(await byReason('requested')).toEqual({ total: 1, names: ['Ned'] });
  expect(await byReason('own')).toEqual({ total: 0, names: [] });
  // A mistake that is corrected does not stay a complaint; a return leaves one what it was.
  await unsubscribe(ola, { reason: 'other', note: 'Noted on the wrong page' });
  await world.owner.post(world.path(mia, '/subscribe-again'), {});
  expect([await complaints(), await complainers()]).toEqual([1, [mia.user.id]]);
  expect((await subscription(mia)).history.map((one) => [one.is_unsubscribed, one.source, one.reason, one.by])).toEqual(
    [
      [false, 'colleague', null, me],
      [true, 'colleague', 'complained', me],
    ],
  );
  const audit = dataOf<{ entries: { detail: object }[] }>(
    await world.owner.get(botPath('/audit?action=mailing_unsubscribed')),
  );
  expect(audit.entries).toHaveLength(4);
});

it('is reported by the bot itself, once however often it is sent', async () => {
  const rex = await world.meet('Rex');
  const apiKey = await world.server.services.bots.rotateApiKey(world.key);
  const user_id = rex.user.id;
  const send = async (body: object | string, key = apiKey) => {
    const answer = await fetch(`${world.server.url}/v1/subscription`, {
      method: 'POST',
      headers: { 'api-key': key },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as { result?: object; description?: string }) };
  };
  const unsubscribedResult = { user_id, subscribed: false, since: expect.any(String), source: 'api', reason: null };
  expect((await send({ user_id, subscribed: false })).result).toEqual(unsubscribedResult);
  expect((await send({ user_id, subscribed: false })).result).toEqual(unsubscribedResult);
  const complained = { user_id, subscribed: false, reason: 'complained', note: 'Wrote to support' };
  for (let times = 0; times < 2; times += 1)
    expect((await send(complained)).result).toEqual({ ...unsubscribedResult, reason: 'complained' });
  const read = await fetch(`${world.server.url}/v1/subscription?user_id=${user_id}`, {
    headers: { 'api-key': apiKey },
  });
  expect(await read.json()).toEqual({ ok: true, result: { ...unsubscribedResult, reason: 'complained' } });
  const subscribedResult = { user_id, subscribed: true, since: null, source: null, reason: null };
  for (let times = 0; times < 2; times += 1)
    expect((await send({ user_id, subscribed: true })).result).toEqual(subscribedResult);
  expect((await subscription(rex)).history.map((one) => [one.is_unsubscribed, one.source, one.reason, one.by])).toEqual(
    [
      [false, 'api', null, null],
      [true, 'api', 'complained', null],
      [true, 'api', null, null],
    ],
  );
  expect(await send('{')).toMatchObject({ status: 400, description: 'Bad Request: the body is no JSON' });
  expect(await send({ user_id })).toMatchObject({ status: 400, description: 'Bad Request: subscribed is invalid' });
  const unknownAnswer = await send({ user_id: 424_242, subscribed: false });
  expect(unknownAnswer).toMatchObject({ status: 400, description: 'Bad Request: user not found' });
  expect((await send({ user_id, subscribed: false }, 'wrong')).status).toBe(401);
});

it('is a condition of segments', async () => {
  const [pia, quin] = [await world.meet('Pia'), await world.meet('Quin')];
  const findUsers = async (property: string, values: string[]): Promise<number[]> => {
    const rules = { match: 'all', rules: [{ kind: 'property', property, not: false, values }] };
    const answer = await world.owner.get(botPath(`/users?rules=${encodeURIComponent(JSON.stringify(rules))}`));
    const { users } = dataOf<{ users: { user_id: number }[] }>(answer);
    return users.map(({ user_id }) => user_id).filter((id) => id === pia.user.id || id === quin.user.id);
  };
  await world.owner.post(world.path(pia, '/unsubscribe'), { reason: 'complained' });
  await expect.poll(() => findUsers('unsubscribed', ['yes'])).toEqual([pia.user.id]);
  expect(await findUsers('unsubscribed', ['no'])).toEqual([quin.user.id]);
  expect(await findUsers('unsubscribe_reason', ['complained'])).toEqual([pia.user.id]);
  expect(await findUsers('unsubscribe_reason', ['own', 'requested'])).toEqual([]);
  await world.owner.post(world.path(pia, '/unsubscribe'), { reason: 'requested' });
  await expect.poll(() => findUsers('unsubscribe_reason', ['requested'])).toEqual([pia.user.id]);
  expect(await findUsers('unsubscribe_reason', ['complained'])).toEqual([]);
  await world.owner.post(world.path(pia, '/subscribe-again'), {});
  await expect.poll(() => findUsers('unsubscribed', ['yes'])).toEqual([]);
});

it('counts apart in audiences, and holds for users who unsubscribe after the start', async () => {
  const [cid, dan] = [await world.meet('Cid'), await world.meet('Dan')];
  await settings({ has_button: true });
  const first = await runCampaign(await draft([cid, dan]));
  cid.presses(mailingPressData('unsubscribe', first.campaign_id));
  await expect.poll(() => unsubscription(cid)).not.toBeNull();
  const audience = { kind: 'ids', user_ids: [cid.user.id, dan.user.id] };
  expect(await count(audience)).toMatchObject({ can_get: 1, unsubscribed: 1, excluded: 0 });
  expect(await count({ ...audience, is_service: true })).toMatchObject({ can_get: 2, unsubscribed: 0 });

  const { db } = world.server.services.metadata;
  const second = await runCampaign(await draft([cid, dan]));
  expect(second.counts).toMatchObject({ total: 1, delivered: 1 });
  // Written down before they unsubscribed: as if the campaign had been prepared a moment earlier.
  const third = await draft([dan]);
  await db.insertInto('campaign_recipients').values({ campaign_id: third.campaign_id, user_id: cid.user.id }).execute();
  await db
    .updateTable('campaigns')
    .set({ total: 1, waiting: 1 })
    .where('campaign_id', '=', third.campaign_id)
    .execute();
  expect((await runCampaign(third)).counts).toMatchObject({ total: 2, delivered: 1, cancelled: 1 });
  expect(await loadReason(third.campaign_id, cid)).toBe('unsubscribed');

  const service = await runCampaign(await draft([cid], { is_service: true }));
  expect(service.counts).toMatchObject({ delivered: 1 });
  expect(findKeyboard(cid)).toBeNull();
});

it('is a command that the bot gets as well, put down to the campaign before it', async () => {
  const eve = await world.meet('Eve');
  await settings({ command: '/unsubscribe' });
  const campaign = await runCampaign(await draft([eve]));
  eve.sends('/unsubscribe');
  await expect
    .poll(() => unsubscription(eve), { timeout: 10_000 })
    .toMatchObject({ source: 'command', campaign: { campaign_id: campaign.campaign_id } });
  await expect.poll(() => atBot(eve)).toEqual(['/start', '/unsubscribe']);
  expect(dataOf(await world.owner.post(world.path(eve, '/subscribe-again'), {}))).toMatchObject({
    unsubscription: null,
    history: [{ is_unsubscribed: false, source: 'colleague', by: expect.any(String) }, { source: 'command' }],
  });
  expect(await unsubscription(eve)).toBeNull();
});

it('ends with another command, for those who have unsubscribed', async () => {
  const [tia, uma] = [await world.meet('Tia'), await world.meet('Uma')];
  await settings({ command: '/unsubscribe', return_command: '/subscribe' });
  tia.sends('/unsubscribe');
  await expect.poll(() => unsubscription(tia), { timeout: 10_000 }).not.toBeNull();
  uma.sends('/subscribe');
  tia.sends('/subscribe');
  await expect.poll(() => unsubscription(tia), { timeout: 10_000 }).toBeNull();
  expect((await subscription(tia)).history.map((one) => [one.is_unsubscribed, one.source])).toEqual([
    [false, 'command'],
    [true, 'command'],
  ]);
  await expect.poll(() => atBot(uma)).toEqual(['/start', '/subscribe']);
  expect((await subscription(uma)).history).toEqual([]);
  const conflictAnswer = await settings({ command: '/stop', return_command: '/stop' });
  expect(errorOf(conflictAnswer)).toBe('InvalidField return_command');
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

it('takes the time zones of users from a text or a choice, and from no other field', async () => {
  const field = (key: string, type: string, changes: object = {}) =>
    post('/custom-fields', { key, name: key, type, settings: {}, ...changes });
  expect((await field('zone_text', 'text')).status).toBe(200);
  expect(
    (await field('zone_choice', 'choice', { settings: { options: [{ value: 'Europe/Berlin' }, { value: '+03:00' }] } }))
      .status,
  ).toBe(200);
  expect((await field('zone_number', 'number')).status).toBe(200);
  for (const key of ['zone_text', 'zone_choice']) {
    expect(dataOf<MailingSettings>(await settings({ time_zone_field: key })).time_zone_field).toBe(key);
  }
  for (const key of ['zone_number', 'zone_missing']) {
    expect(errorOf(await settings({ time_zone_field: key }))).toBe('InvalidField time_zone_field');
  }
  // A chosen field stays as it is with other changes, and can be taken back.
  expect((await settings({ time_zone_field: 'zone_choice', has_button: true })).status).toBe(200);
  expect(dataOf<MailingSettings>(await settings({})).time_zone_field).toBeNull();
});

it('names what is wrong with settings', async () => {
  expect(errorOf(await settings({ command: 'Stop!' }))).toBe('InvalidField command');
  expect(errorOf(await settings({ button_text: ' ' }))).toBe('InvalidField button_text');
  expect(errorOf(await world.stranger.get(botPath('/mailing-settings')))).toBe('NotFound');
});

it('two campaigns at once do not both reach a user whose number of messages is limited', async () => {
  const users = await Promise.all(['Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea'].map((name) => world.meet(name)));
  await settings({ cap: { messages: 1, hours: 24 } });
  const drafts = [await draft(users), await draft(users)];
  const endedCampaigns = await Promise.all(drafts.map(runCampaign));
  expect(endedCampaigns.reduce((sum, { counts }) => sum + counts.delivered, 0)).toBe(users.length);
  expect(endedCampaigns.reduce((sum, { counts }) => sum + counts.cancelled, 0)).toBe(users.length);
  for (const user of users) expect(world.callsTo(user).filter(({ status }) => status === 200)).toHaveLength(1);
  const service = await runCampaign(await draft(users, { is_service: true }));
  expect(service.counts).toMatchObject({ delivered: users.length });
});
