import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';
import { createErasedUsers, firstAnonymous } from './erased-users.ts';

const metadata = testMetadata();
const sealer = createSealer('s'.repeat(32));
const logger = pino({ level: 'silent' });
const bot = 'abcdef0123456';
const other = 'abcdef0123457';
const ann = 501;
const timeAt = (time: string) => Date.parse(`2026-03-01T${time}Z`);
const erasedAt = new Date(timeAt('12:00:00.500'));

const openedLists: { close(): void }[] = [];
/** Opens the list as one process knows it; all of them have the store in common. */
async function open(bus = createLocalBus()) {
  const users = await createErasedUsers({ db: metadata().db, bus, sealer, logger });
  openedLists.push(users);
  return users;
}
type Users = Awaited<ReturnType<typeof open>>;
afterEach(async () => {
  for (const one of openedLists.splice(0)) one.close();
  await metadata().db.deleteFrom('erased_users').execute();
});
beforeAll(async () => {
  for (const key of [bot, other]) {
    const columns = { bot_name: `shop_${key}_bot`, username: key, account_key: null, api_key_hash: '' };
    await metadata()
      .db.insertInto('bots')
      .values({ key, ...columns })
      .execute();
  }
});

async function block(users: Users, moment = erasedAt): Promise<void> {
  await users.block(metadata().db, bot, [userHash(sealer, bot, ann)], moment);
  await users.announce(bot);
}
const says = (time: string, changes = {}) => anEvent({ bot, userId: ann, time: timeAt(time), sentAt: 0, ...changes });
const starts = (time: string, changes = {}) => says(time, { isStart: true, name: '/start', ...changes });
const seconds = (time: string) => timeAt(time) / 1_000;

describe('events of an erased user', () => {
  it.each([
    ['before the erasure', [says('11:00:00')], []],
    ['in its millisecond', [says('12:00:00.500')], []],
    ['afterwards', [says('13:00:00')], []],
    ['a /start before', [starts('11:00:00'), says('13:00:00')], []],
    ['a /start afterwards', [starts('13:00:00'), says('13:00:01')], [0, 1]],
    ['what came between', [says('12:30:00'), starts('13:00:00'), says('12:59:59.999'), says('13:00:01')], [1, 3]],
    ['in no order', [says('13:00:01'), says('12:30:00'), starts('13:00:00')], [0, 2]],
    ['a webhook that was late by an hour', [starts('13:00:00', { sentAt: seconds('11:00:00') })], []],
    ['a /start in the second of the erasure', [starts('12:00:00.900', { sentAt: seconds('12:00:00') })], []],
    ['a Mini App opened by a link', [starts('13:00:00', { kind: 'hit' }), says('13:00:01')], []],
    ['an entry of an imported list', [starts('13:00:00', { kind: 'imported' }), says('13:00:01')], []],
    ['a value of a custom field', [says('13:00:00', { kind: 'field_change' })], []],
    ['events of others', [says('11:00:00', { userId: 502 }), says('11:00:00', { userId: 0 })], [0, 1]],
    ['another bot', [says('11:00:00', { bot: other })], [0]],
  ])('%s', async (_name, events, storedIndexes) => {
    const users = await open();
    await block(users);
    expect(users.withoutErased(events)).toEqual(storedIndexes.map((index) => events[index]));
  });

  it('cost nothing where nobody was erased', async () => {
    const users = await open();
    const events = [says('11:00:00')];
    expect(users.withoutErased(events)).toBe(events);
  });
});

describe('a block', () => {
  it('is known to other processes, after a restart, and lifted for all of them', async () => {
    const bus = createLocalBus();
    const [one, peer] = [await open(bus), await open()];
    await block(one);
    expect([one.isErased(bot, ann), peer.isErased(bot, ann)]).toEqual([true, false]);
    const three = await open();
    expect(three.isErased(bot, ann)).toBe(true);
    expect(three.withoutErased([starts('13:00:00')])).toHaveLength(1);
    expect([three.isErased(bot, ann), three.wasErased(bot, ann)]).toEqual([false, true]);
    const lifted = () => metadata().db.selectFrom('erased_users').select('lifted_at').execute();
    await vi.waitFor(async () => expect(await lifted()).toEqual([{ lifted_at: new Date(timeAt('13:00:00')) }]), {
      timeout: 20_000,
    });
    const four = await open();
    expect(four.isErased(bot, ann)).toBe(false);
    expect(four.withoutErased([says('12:30:00'), says('13:30:00')])).toHaveLength(1);
  });

  it('begins again with another erasure', async () => {
    const users = await open();
    await block(users);
    users.withoutErased([starts('13:00:00')]);
    await block(users, new Date(timeAt('14:00:00')));
    expect(users.isErased(bot, ann)).toBe(true);
    expect(users.withoutErased([says('13:30:00'), says('15:00:00')])).toEqual([]);
  });

  it('counts for numbers that stand for anonymised users', async () => {
    const users = await open();
    expect([firstAnonymous - 1, firstAnonymous].map((id) => users.isErased(bot, id))).toEqual([false, true]);
  });
});
