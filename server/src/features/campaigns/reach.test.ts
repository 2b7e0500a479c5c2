import type { AutomationStatistics, Campaign, ChatState, Segment } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

const group = { id: -1_001_000_000_777, type: 'supergroup', title: 'Friends' } as const;

type Six = [SimulatedUser, SimulatedUser, SimulatedUser, SimulatedUser, SimulatedUser, SimulatedUser];
type Update = Parameters<WritingWorld['bot']['receives']>[0];

let world: WritingWorld;
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const count = async (audience: object) => dataOf<object>(await post('/campaign-audiences/count', audience));
/** The state of each chat, as the list of users shows it. */
const states = async (): Promise<Record<string, ChatState>> => {
  const { users } = dataOf<{ users: { first_name: string; chat: ChatState }[] }>(
    await world.owner.get(botPath('/users?columns=chat')),
  );
  return Object.fromEntries(users.map(({ first_name, chat }) => [first_name, chat]));
};
const namesIn = async (state: ChatState): Promise<string[]> => {
  const rule = { kind: 'property', property: 'chat', not: false, values: [state] };
  const rules = encodeURIComponent(JSON.stringify({ match: 'all', rules: [rule] }));
  const { users } = dataOf<{ users: { first_name: string }[] }>(
    await world.owner.get(botPath(`/users?rules=${rules}`)),
  );
  return users.map(({ first_name }) => first_name).sort();
};
const expectState = (user: SimulatedUser) =>
  expect.poll(async () => (await states())[user.user.first_name], { timeout: 20_000 });
const add = (first_name: string): SimulatedUser => world.telegram.user({ first_name, bot: world.bot });

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

/*
 * Anna started the bot. Greg writes in a group, Ina asks in inline mode, Gus calls the bot as a guest: the bot knows all
 * four, and Telegram lets it write to Anna alone.
 */
describe('users whom the bot knows from elsewhere', () => {
  it('are counted apart, and get nothing', async () => {
    const [greg, ina, gus] = [add('Greg'), add('Ina'), add('Gus')];
    greg.writesInGroup(group, 'hello');
    ina.sendsInlineQuery('cats');
    const guest = { message_id: 1, date: Math.floor(Date.now() / 1_000), chat: group, from: gus.user, text: 'hi' };
    world.bot.receives({ guest_message: guest } as Update);
    await expect
      .poll(states, { timeout: 20_000 })
      .toMatchObject({ Anna: 'open', Greg: 'never_opened', Ina: 'never_opened' });
    const neverOpenedCount = Object.values(await states()).filter((state) => state === 'never_opened').length;
    const rest = { left: 0, excluded: 0, unsubscribed: 0, duplicates: 0 };
    expect(await count({ kind: 'all' })).toEqual({ can_get: 1, never_started: neverOpenedCount, ...rest });
    const user_ids = [world.anna, greg, ina].map(({ user }) => user.id);
    expect(await count({ kind: 'ids', user_ids: [...user_ids, 424_242] })).toEqual({
      can_get: 1,
      never_started: 3,
      ...rest,
    });
    expect(await namesIn('open')).toEqual(['Anna']);
    expect(await namesIn('never_opened')).toEqual(expect.arrayContaining(['Greg', 'Ina']));
  });

  it('can be written to without having started the bot, once they allow it', async () => {
    const wim = add('Wim');
    const message = { message_id: 7, date: Math.floor(Date.now() / 1_000), from: wim.user };
    const chat = { id: wim.user.id, type: 'private', first_name: 'Wim' };
    wim.sendsInlineQuery('cats');
    await expectState(wim).toBe('never_opened');
    world.bot.receives({ message: { ...message, chat, write_access_allowed: { from_request: true } } } as Update);
    await expectState(wim).toBe('open');
    expect(await count({ kind: 'ids', user_ids: [wim.user.id] })).toMatchObject({ can_get: 1, never_started: 0 });
  });

  it('are skipped by automations, which say so, and welcomed when they open the chat', async () => {
    const run = async (trigger: object): Promise<Campaign> => {
      const draft = dataOf<Campaign>(await post('/campaigns', { name: 'Welcome', automation: { trigger } }));
      const path = `/campaigns/${draft.campaign_id}`;
      const campaign = dataOf<Campaign>(await post(path, { revision: 1, message: { text: 'Welcome' } }));
      expect((await post(`${path}/run`, { revision: campaign.revision })).status).toBe(200);
      return campaign;
    };
    const welcome = await run({ kind: 'first_contact' });
    const helped = await run({ kind: 'event', event: { kind: 'command', name: '/help' } });
    const statistics = async ({ campaign_id }: Campaign): Promise<AutomationStatistics> =>
      dataOf(await world.owner.get(botPath(`/campaigns/${campaign_id}/automation`)));
    const [ivan, paula] = [add('Ivan'), add('Paula')];
    ivan.sendsInlineQuery('dogs');
    ivan.writesInGroup(group, '/help');
    await expect
      .poll(() => statistics(helped), { timeout: 90_000 })
      .toMatchObject({ totals: { triggered: 1, skipped: 1 }, skipped: [{ reason: 'never_opened', count: 1 }] });
    paula.sends('/start');
    await expect.poll(() => world.callsTo(paula).length, { timeout: 90_000 }).toBe(1);
    expect(world.callsTo(ivan)).toEqual([]);
    expect((await statistics(welcome)).totals).toMatchObject({ triggered: 1, delivered: 1, skipped: 0 });
    ivan.sends('/start');
    await expect.poll(() => world.callsTo(ivan).length, { timeout: 90_000 }).toBe(1);
    for (const { campaign_id } of [welcome, helped]) await post(`/campaigns/${campaign_id}/stop`);
  }, 300_000);
});

/** A user who may be written to, and what then happens, step by step. */
const steps: readonly [what: string, does: (user: SimulatedUser) => unknown, state: ChatState][] = [
  ['starts the bot', (user) => user.sends('/start'), 'open'],
  ['blocks it', (user) => user.blocks(), 'blocked'],
  ['unblocks it', (user) => user.unblocks(), 'open'],
  ['cannot be found by Telegram', (user) => refuses(user, 400, 'Bad Request: chat not found'), 'never_opened'],
  ['writes', (user) => user.sends('hello'), 'open'],
  ['blocks it unseen', (user) => refuses(user, 403, 'Forbidden: bot was blocked by the user'), 'blocked'],
  ['writes again', (user) => user.sends('back'), 'open'],
  ['is sent what Telegram does not take', (user) => refuses(user, 400, 'Bad Request: message is too long'), 'open'],
  ['deletes the account', (user) => refuses(user, 403, 'Forbidden: user is deactivated'), 'deleted'],
];
const refuses = async (user: SimulatedUser, code: number, description: string): Promise<void> => {
  world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { code, description } });
  await world.send(user, { text: 'x' });
};

it('follows what happens in the private chat', async () => {
  const olga = add('Olga');
  for (const [title, act, state] of steps) {
    await act(olga);
    await expectState(olga).toBe(state);
    expect(await namesIn(state), title).toContain('Olga');
  }
}, 180_000);

/*
 * Sven and Tess started the bot, Bea blocked it after that, and Ed is excluded from mailings. Gina writes in a group; so
 * does Gert, who is excluded, too. The list has all six.
 */
describe('every choice of users', () => {
  it('takes those whose chat is open, and says of the others why not', async () => {
    const [sven, tess, bea, ed, gina, gert] = ['Sven', 'Tess', 'Bea', 'Ed', 'Gina', 'Gert'].map(add) as Six;
    for (const one of [sven, tess, bea, ed]) one.sends('/start');
    await expectState(bea).toBe('open');
    bea.blocks();
    for (const one of [gina, gert]) one.writesInGroup(group, 'hello');
    for (const one of [ed, gert]) await expectState(one).toBe(one === ed ? 'open' : 'never_opened');
    await expectState(bea).toBe('blocked');
    for (const { user } of [ed, gert]) await post(`/users/${user.id}/mailing-exclusion`, { is_excluded: true });
    const user_ids = [sven, tess, bea, ed, gina, gert].map(({ user }) => user.id);
    const members = { user_ids };
    const { segment_id } = dataOf<Segment>(await post('/segments', { name: 'Six', kind: 'list', members }));
    const inList = { kind: 'segment', segment_id, not: false };
    const chat = (...values: ChatState[]) => ({ kind: 'property', property: 'chat', not: false, values });
    const rules = (...each: object[]) => ({ kind: 'rules', rules: { match: 'all', rules: each } });
    const campaign = async (parts: object): Promise<Campaign> => {
      const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News' }));
      return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, ...parts }));
    };
    const text = { message: { text: 'Hello {last_name}' } };
    const toList = await campaign({ ...text, audience: rules(inList) });
    const test = async ({ user }: SimulatedUser) =>
      errorOf(await post(`/campaigns/${toList.campaign_id}/test`, { user_id: user.id }));
    const groups = async (audience: object) => Object.values((await count(audience)) as object);
    const controlGroup = async () => {
      const variants = { hold_out: 50 };
      const { campaign_id, revision } = await campaign({ ...text, variants, audience: rules(inList) });
      await post(`/campaigns/${campaign_id}/run`, { revision });
      const get = async () => dataOf<Campaign>(await world.owner.get(botPath(`/campaigns/${campaign_id}`)));
      await expect.poll(async () => (await get()).status, { timeout: 60_000 }).toBe('Done');
      const page = await world.owner.get(botPath(`/campaigns/${campaign_id}/recipients?group=control_group`));
      const control = dataOf<{ recipients: { user_id: number }[] }>(page).recipients.map(({ user_id }) => user_id);
      const reachedUsers = [sven, tess, bea, ed, gina, gert].filter((one) => world.callsTo(one).length > 0);
      return [...control, ...reachedUsers.map(({ user }) => user.id)].sort((one, other) => one - other);
    };
    const loadUser = async ({ user }: SimulatedUser) =>
      dataOf<{ chat: ChatState }>(await world.owner.get(botPath(`/users/${user.id}`)));

    const table: [what: string, does: () => Promise<unknown>, expected: unknown][] = [
      // can_get, left, never_started, excluded, unsubscribed, duplicates
      ['a list of IDs', () => groups({ kind: 'ids', user_ids: [...user_ids, 424_242] }), [2, 1, 3, 1, 0, 0]],
      ['a list of users', () => groups(rules(inList)), [2, 1, 2, 1, 0, 0]],
      ['those in the list and never opened', () => groups(rules(inList, chat('never_opened'))), [0, 0, 2, 0, 0, 0]],
      ['those in the list and reachable', () => groups(rules(inList, chat('open'))), [2, 0, 0, 1, 0, 0]],
      ['a control group and who gets it', controlGroup, [sven.user.id, tess.user.id].sort((one, other) => one - other)],
      ['a test to Tess', () => test(tess), '200'],
      ['a test to Bea', () => test(bea), 'InvalidField user_id'],
      ['a test to Ed', () => test(ed), 'InvalidField user_id'],
      ['a test to Gina', () => test(gina), 'InvalidField user_id'],
      ['the page of Tess', () => loadUser(tess), { chat: 'open' }],
      ['the page of Bea', () => loadUser(bea), { chat: 'blocked' }],
      ['the page of Gina', () => loadUser(gina), { chat: 'never_opened' }],
    ];
    for (const [title, act, expected] of table) {
      const value = await act();
      if (typeof expected === 'object' && !Array.isArray(expected))
        expect(value, title).toMatchObject(expected as object);
      else expect([title, value]).toEqual([title, expected]);
    }
    // A colleague's single message is tried: the bot may have been started before it was recorded.
    await world.send(gina, { text: 'x' });
    await expect.poll(() => world.callsTo(gina).map(({ status }) => status), { timeout: 20_000 }).toEqual([403]);
    await expectState(gina).toBe('never_opened');
  }, 180_000);
});
