import type { Bot, Segment } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetVisitorRows } from '../features/access/demo/visitor-rows.ts';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';
import type { TestVisitor } from './test-server.ts';

let world: World;
let key: string;

const rules = { match: 'all', rules: [{ kind: 'property', property: 'status', not: false, values: ['live'] }] };
const segmentUrl = (path = '') => `/api/bots/${key}/segments${path}`;
const save = (visitor: TestVisitor, name: string, kind = 'dynamic') =>
  visitor.post(segmentUrl(), { name, kind, rules });
const seenBy = async (visitor: TestVisitor) =>
  dataOf<Segment[]>(await visitor.get(segmentUrl())).map(({ name, may_change }) => [name, may_change]);

/** A demo with one segment that everyone sees. */
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  const bot = { bot_name: 'demo_bot', connection_type: 'api' };
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', bot)).bot.key;
  await save(world.owner, 'Live');
  await world.server.services.metadata.db
    .updateTable('bots')
    .set({ is_demo: true, account_key: null })
    .where('key', '=', key)
    .execute();
}, 120_000);
afterAll(() => world.close());

it('a visitor of the demo keeps segments that nobody else sees, and changes no others', async () => {
  const [ann, ben] = [world.server.visitor(), world.server.visitor()];
  const annSegment = dataOf<Segment>(await save(ann, 'Of Ann'));
  expect(annSegment).toMatchObject({ name: 'Of Ann', may_change: true, count: 0 });
  const all = [
    ['Live', false],
    ['Of Ann', true],
  ];
  expect([await seenBy(ann), await seenBy(ben), await seenBy(world.stranger)]).toEqual([
    all,
    [['Live', false]],
    [['Live', false]],
  ]);
  const [sharedSegment] = dataOf<Segment[]>(await ann.get(segmentUrl()));
  const path = (segment: Segment | undefined) => segmentUrl(`/${segment?.segment_id}`);

  // A segment of theirs selects users, in their questions alone.
  const inMine = { match: 'all', rules: [{ kind: 'segment', segment_id: annSegment.segment_id, not: false }] };
  const count = `/api/bots/${key}/users/count?rules=${encodeURIComponent(JSON.stringify(inMine))}`;
  expect(dataOf<{ count: number }>(await ann.get(count)).count).toBe(0);
  expect(errorOf(await ben.get(count))).toBe('InvalidField rules');

  expect(errorOf(await ann.post(path(sharedSegment), { name: 'Hers', rules }))).toBe('AccessDenied');
  expect(errorOf(await ann.delete(path(sharedSegment)))).toBe('AccessDenied');
  expect(errorOf(await ben.post(path(annSegment), { name: 'His', rules }))).toBe('NotFound segment_id');
  expect(errorOf(await ben.delete(path(annSegment)))).toBe('NotFound segment_id');
  expect(errorOf(await save(ann, 'A list', 'list'))).toBe('AccessDenied');
  expect(dataOf<Segment>(await ann.post(path(annSegment), { name: 'Renamed', rules })).name).toBe('Renamed');
  await ann.delete(path(annSegment));
  expect(errorOf(await ben.post(`${path(annSegment)}/restore`))).toBe('NotFound segment_id');
  await ann.post(`${path(annSegment)}/restore`);
  expect(await seenBy(ann)).toEqual([
    ['Live', false],
    ['Renamed', true],
  ]);
  // The log has the owner's segment alone.
  const { db } = world.server.services.metadata;
  const entries = db
    .selectFrom('audit')
    .select('action')
    .where('bot_key', '=', key)
    .where('action', 'like', 'segment_%');
  expect(await entries.execute()).toEqual([{ action: 'segment_added' }]);
});

it('a visitor keeps at most 20, for a day; an account sees its own from any browser', async () => {
  const eve = world.server.visitor();
  for (let number = 1; number <= 20; number += 1) await save(eve, `Segment ${number}`);
  expect(errorOf(await save(eve, 'One more'))).toBe('TooManyInDemo');
  await save(world.stranger, 'Of an account');
  expect(await seenBy(world.stranger)).toEqual([
    ['Live', false],
    ['Of an account', true],
  ]);
  const { db } = world.server.services.metadata;
  const now = Date.now();
  expect(await forgetVisitorRows(db, now)).toEqual({ campaigns: 0, segments: 0 });
  expect(await forgetVisitorRows(db, now + 25 * 3_600_000)).toEqual({ campaigns: 0, segments: 22 });
  expect(await seenBy(eve)).toEqual([['Live', false]]);
});
