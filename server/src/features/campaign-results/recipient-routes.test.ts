import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type OutcomeWorld, startOutcomeWorld } from './test-outcome-world.ts';

const [ann, ben, cid] = [1, 2, 3] as const;
const rejection = { status: 'Error', reason: 'blocked' } as const;

/*
 * All start on 1 March 2024, 08:00 UTC. The campaign reaches Ann and Ben on 2 March, 10:00, and is refused for Cid. Ben
 * answers an hour later.
 */
let world: OutcomeWorld;
let campaign: number;
beforeAll(async () => {
  world = await startOutcomeWorld();
  await world.send(...[ann, ben, cid].map((user) => ['01T08:00', user, { text: '/start' }] as const));
  campaign = await world.campaign(ann, ben, cid);
  for (const user of [ann, ben]) await world.deliver(campaign, '02T10:00', user, { status: 'Done', messageId: user });
  await world.deliver(campaign, '02T10:00', cid, rejection);
  await world.send(['02T11:00', ben, { text: 'thanks' }]);
});
afterAll(() => world.server.close());

const keep = (body: object, client = world.owner) =>
  client.post(world.botPath(`/campaigns/${campaign}/recipients/list`), body);
interface List {
  segment_id: number;
  name: string;
  count: number;
}

async function listMembers(list: number): Promise<number[]> {
  const rules = { match: 'all', rules: [{ kind: 'segment', segment_id: list, not: false }] };
  const answer = await world.owner.get(
    world.botPath(`/users?rules=${encodeURIComponent(JSON.stringify(rules))}&sort=user_id`),
  );
  return dataOf<{ users: { user_id: number }[] }>(answer)
    .users.map(({ user_id }) => user_id)
    .sort((one, other) => one - other);
}

describe('keeping recipients as a list', () => {
  it.each([
    ['everyone', {}, [ann, ben, cid]],
    ['those it reached', { group: 'delivered' }, [ann, ben]],
    ['those who blocked the bot', { reason: 'blocked' }, [cid]],
    ['those who replied', { outcome: 'replied', days: '7' }, [ben]],
    ['those who were active', { outcome: 'active' }, [ben]],
    ['nobody', { outcome: 'left' }, []],
  ])('%s', async (name, filter, members) => {
    const list = dataOf<List>(await keep({ name, ...filter }));
    expect(list).toMatchObject({ name, count: members.length });
    expect(await listMembers(list.segment_id)).toEqual(members);
  });

  it('needs the permissions to see recipients and to keep lists', async () => {
    const all = { email: 'stranger@example.com', role: null };
    const answer = async (...keys: string[]) => {
      await world.owner.post(world.botPath('/permissions/grant'), { ...all, keys });
      return errorOf(await keep({ name: 'Theirs' }, world.stranger));
    };
    expect(await answer('tasker.list.save')).toBe('AccessDenied');
    expect(await answer('tasker.users.list')).toBe('AccessDenied');
    expect(await answer('tasker.list.save', 'tasker.users.list')).toBe('200');
  });

  it('keeps nothing of a campaign or a number that is not there', async () => {
    const lists = async () => dataOf<object[]>(await world.owner.get(world.botPath('/segments'))).length;
    const before = await lists();
    const missingPath = world.botPath('/campaigns/999999/recipients/list');
    expect(errorOf(await world.owner.post(missingPath, { name: 'None' }))).toBe('NotFound campaign_id');
    expect(errorOf(await keep({ name: 'None', outcome: 'pressed:9' }))).toBe('NotFound outcome');
    expect(errorOf(await keep({ name: '' }))).toBe('RequiredFields name');
    expect(await lists()).toBe(before);
  });
});
