import type { AutomationStatistics, Campaign, ChatState } from '@botscope/contract';
import type { Person } from '@botscope/testkit/person.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

const group = { id: -1_001_000_000_777, type: 'supergroup', title: 'Friends' } as const;

let world: WritingWorld;
const at = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(at(path), body);
const count = async (audience: object) => dataOf<object>(await post('/campaign-audiences/count', audience));
/** The state of each chat, as the list of users shows it. */
const states = async (): Promise<Record<string, ChatState>> => {
  const { users } = dataOf<{ users: { first_name: string; chat: ChatState }[] }>(
    await world.owner.get(at('/users?columns=chat')),
  );
  return Object.fromEntries(users.map(({ first_name, chat }) => [first_name, chat]));
};
const namesIn = async (state: ChatState): Promise<string[]> => {
  const rule = { kind: 'property', property: 'chat', not: false, values: [state] };
  const rules = encodeURIComponent(JSON.stringify({ match: 'all', rules: [rule] }));
  const { users } = dataOf<{ users: { first_name: string }[] }>(await world.owner.get(at(`/users?rules=${rules}`)));
  return users.map(({ first_name }) => first_name).sort();
};
const stateOf = (person: Person) =>
  expect.poll(async () => (await states())[person.user.first_name], { timeout: 20_000 });
const add = (first_name: string): Person => world.telegram.person({ first_name, bot: world.bot });

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
    world.bot.receives({ guest_message: guest } as Parameters<typeof world.bot.receives>[0]);
    await expect.poll(states, { timeout: 20_000 }).toMatchObject({
      ...{ Anna: 'open', Greg: 'never_opened', Ina: 'never_opened' },
    });
    const never = Object.values(await states()).filter((state) => state === 'never_opened').length;
    const rest = { left: 0, excluded: 0, unsubscribed: 0, duplicates: 0 };
    expect(await count({ kind: 'all' })).toEqual({ can_get: 1, never_started: never, ...rest });
    const user_ids = [world.anna, greg, ina].map(({ user }) => user.id);
    expect(await count({ kind: 'ids', user_ids: [...user_ids, 424_242] })).toEqual({
      ...{ can_get: 1, never_started: 3 },
      ...rest,
    });
    expect(await namesIn('open')).toEqual(['Anna']);
    expect(await namesIn('never_opened')).toEqual(expect.arrayContaining(['Greg', 'Ina']));
  });

  it('are skipped by automations, which say so', async () => {
    const automation = { trigger: { kind: 'first_contact' } };
    const made = dataOf<Campaign>(await post('/campaigns', { name: 'Welcome', automation }));
    const message = { text: 'Welcome' };
    const { revision } = dataOf<Campaign>(await post(`/campaigns/${made.campaign_id}`, { revision: 1, message }));
    expect((await post(`/campaigns/${made.campaign_id}/run`, { revision })).status).toBe(200);
    const [ivan, paula] = [add('Ivan'), add('Paula')];
    ivan.sendsInlineQuery('dogs');
    paula.sends('/start');
    const statistics = async (): Promise<AutomationStatistics> =>
      dataOf(await world.owner.get(at(`/campaigns/${made.campaign_id}/automation`)));
    await expect
      .poll(statistics, { timeout: 90_000 })
      .toMatchObject({ totals: { delivered: 1, skipped: 1 }, skipped: [{ reason: 'never_opened', count: 1 }] });
    expect(world.callsTo(ivan)).toEqual([]);
    expect(world.callsTo(paula)).toHaveLength(1);
    await post(`/campaigns/${made.campaign_id}/stop`);
  }, 150_000);
});

/** A user who may be written to, and what then happens, step by step. */
const steps: readonly [what: string, does: (person: Person) => unknown, state: ChatState][] = [
  ['starts the bot', (person) => person.sends('/start'), 'open'],
  ['blocks it', (person) => person.blocks(), 'blocked'],
  ['unblocks it', (person) => person.unblocks(), 'open'],
  ['cannot be found by Telegram', (person) => refuses(person, 400, 'Bad Request: chat not found'), 'never_opened'],
  ['writes', (person) => person.sends('hello'), 'open'],
  ['blocks it unseen', (person) => refuses(person, 403, 'Forbidden: bot was blocked by the user'), 'blocked'],
  ['writes again', (person) => person.sends('back'), 'open'],
  ['is sent what Telegram does not take', (person) => refuses(person, 400, 'Bad Request: message is too long'), 'open'],
  ['deletes the account', (person) => refuses(person, 403, 'Forbidden: user is deactivated'), 'deleted'],
];
const refuses = async (person: Person, code: number, description: string): Promise<void> => {
  world.bot.script({ method: 'sendMessage', chatId: person.user.id, outcome: { code, description } });
  await world.send(person, { text: 'x' });
};

it('follows what happens in the private chat', async () => {
  const olga = add('Olga');
  for (const [what, does, state] of steps) {
    await does(olga);
    await stateOf(olga).toBe(state);
    expect(await namesIn(state), what).toContain('Olga');
  }
}, 180_000);
