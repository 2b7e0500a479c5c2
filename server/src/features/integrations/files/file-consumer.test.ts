import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventCursor, Turn } from '../../../events/consumers/event-consumer.ts';
import { anEvent } from '../../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { createSealer } from '../../../platform/outgoing/sealer.ts';
import { insertBot } from '../../campaign-engine/test-campaigns.ts';
import { loadFigures } from '../figures.ts';
import { createFileConsumer, planPastFiles } from './file-consumer.ts';

const metadata = testMetadata();
const hourMs = 3_600_000;
const begin = Date.UTC(2026, 10, 20, 10, 20);
const at = (hours: number, minutes = 0): number => Date.UTC(2026, 10, 20, hours, minutes);
let store: ThrowawayStore;
let bot = '';
let id = 0;
let now = begin;
let keptFrom = 0;
let wakes = 0;
let cursor: EventCursor;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  bot = store.freshBot();
  [now, keptFrom, wakes] = [begin, 0, 0];
  const { db } = metadata();
  await insertBot(db, bot);
  id = await createIntegration('s3');
  cursor = { subject: String(id), bot, fence: 1, readUntil: null, storedUntil: 0 };
});

async function createIntegration(provider: 's3' | 'webhook'): Promise<number> {
  const { db } = metadata();
  const { integration_id } = await db
    .insertInto('integrations')
    .values({
      ...{ key: `${bot}${provider}`, bot_key: bot, provider, name: 'Files', lane: 'test', hints: '{}', secrets: '' },
      ...{ settings: '{}', selection: '{"types":["events.file"]}', privacy: '{"user_ids":"plain"}' },
      ...{ created_at: new Date(begin), active_since: new Date(begin) },
    })
    .returning('integration_id')
    .executeTakeFirstOrThrow();
  return integration_id;
}

const countWake = (): void => {
  wakes += 1;
};
const deps = () => ({
  ...{ db: metadata().db, store, sealer: createSealer('s'.repeat(32)), now: () => now, clock: () => now },
  ...{ nameOf: async () => 'shop_bot', keptFrom: async () => keptFrom, wakeSender: countWake },
});
const turnOf = (isDeep: boolean, lock = sql<{ fence: number }>`SELECT 1 AS fence`): Turn => ({
  ...{ bot, subject: String(id), cursor, isDeep, lock },
  read: () => {
    throw new Error('files are counted, not read');
  },
});
let consumer: ReturnType<typeof createFileConsumer>;
beforeEach(() => {
  consumer = createFileConsumer(deps());
});
const turn = (isDeep = false, lock?: Turn['lock']) => consumer.consume(turnOf(isDeep, lock));

let events = 0;
async function happen(...times: number[]): Promise<void> {
  await store.write(
    times.map((time) => {
      events += 1;
      return anEvent({ bot, id: String(events), userId: events, time, payload: `{"update_id":${events}}` });
    }),
  );
}
async function files() {
  const { rows } = await sql<{ event_key: string; events: number; state: string }>`
    SELECT event_key, events, state FROM integration_deliveries WHERE integration_id = ${id}
    ORDER BY happened_at`.execute(metadata().db);
  return rows.map((row) => [row.event_key.replace('file:2026-11-', ''), row.events, row.state]);
}
const setState = (state: string) =>
  sql`UPDATE integration_deliveries SET state = ${state} WHERE integration_id = ${id}`.execute(metadata().db);

describe('files of hours', () => {
  it('are written down ten minutes after the end, if something happened, from the hour of the integration on', async () => {
    await happen(at(9, 59), at(10, 5), at(10, 30), at(12, 0), at(12, 59));
    now = at(11, 9);
    await turn(true);
    expect(await files()).toEqual([]);
    now = at(11, 10);
    await turn();
    expect(await files()).toEqual([['20T10', 2, 'waiting']]);
    now = at(13, 15);
    await turn();
    await turn();
    expect(await files()).toEqual([
      ['20T10', 2, 'waiting'],
      ['20T12', 2, 'waiting'],
    ]);
    expect(wakes).toBe(2);
  });

  it('say what they have', async () => {
    await happen(at(10, 30));
    now = at(11, 30);
    await turn(true);
    const { event, type, user_id } = await metadata()
      .db.selectFrom('integration_deliveries')
      .selectAll()
      .where('integration_id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ event, type, user_id }).toMatchObject({
      ...{ type: 'events.file', user_id: null },
      event: {
        ...{ type: 'events.file', at: '2026-11-20T10:00:00.000Z', user: null, bot: { key: bot, name: 'shop_bot' } },
        data: { from: '2026-11-20T10:00:00.000Z', until: '2026-11-20T11:00:00.000Z', events: 1 },
      },
    });
  });

  it('wait again when late events change them, for two days, and figures go with them', async () => {
    await happen(at(10, 30), at(11, 30));
    now = at(12, 10);
    await turn(true);
    await setState('delivered');
    await happen(at(10, 40));
    await turn();
    expect(await files()).toEqual([
      ['20T10', 1, 'delivered'],
      ['20T11', 1, 'delivered'],
    ]);
    await turn(true);
    expect(await files()).toEqual([
      ['20T10', 2, 'waiting'],
      ['20T11', 1, 'delivered'],
    ]);
    const figures = (await loadFigures(metadata().db, [id], () => now)).get(id)?.figures;
    expect(figures).toEqual({ matched: 3, waiting: 2, delivered: 1, failed: 0, unknown: 0 });
    await setState('delivered');
    await happen(at(59, 30));
    now = at(60, 15);
    await turn(true);
    await setState('delivered');
    await happen(at(10, 50), at(12 + 48, 0));
    now = at(61, 15);
    await turn(true);
    expect(await files()).toEqual([
      ['20T10', 2, 'delivered'],
      ['20T11', 1, 'delivered'],
      ['22T11', 1, 'delivered'],
      ['22T12', 1, 'waiting'],
    ]);
  });

  it('that are being sent are left alone, and wait again later', async () => {
    await happen(at(10, 30));
    now = at(11, 30);
    await turn(true);
    await setState('sending');
    await happen(at(10, 40));
    await turn(true);
    expect(await files()).toEqual([['20T10', 1, 'sending']]);
    await setState('delivered');
    await turn(true);
    expect(await files()).toEqual([['20T10', 2, 'waiting']]);
  });

  it('whose users were erased are sent without them', async () => {
    await happen(at(10, 30), at(11, 30));
    const erased = events - 1;
    now = at(12, 30);
    await turn(true);
    await setState('delivered');
    await store.eraseUsers(bot, { id: 1, users: [{ userId: erased, newId: null, salt: 'a' }] });
    await turn(true);
    expect(await files()).toEqual([
      ['20T10', 0, 'waiting'],
      ['20T11', 1, 'delivered'],
    ]);
  });

  it('of an outage are all written down, once', async () => {
    await happen(at(10, 30));
    now = at(11, 30);
    await turn(true);
    await happen(at(14, 30), at(150, 30));
    now = at(200);
    cursor = { ...cursor };
    await turn(true);
    expect((await files()).map(([key]) => key)).toEqual(['20T10', '20T14', '26T06']);
    await turn(true);
    expect(await files()).toHaveLength(3);
  });

  it('that were forgotten after 30 days are not written down again', async () => {
    await happen(at(10, 30));
    now = at(11, 30);
    await turn(true);
    await sql`DELETE FROM integration_deliveries WHERE integration_id = ${id}`.execute(metadata().db);
    now = begin + 31 * 24 * hourMs;
    cursor = { ...cursor };
    await turn(true);
    expect(await files()).toEqual([]);
  });

  it('are not written down by a process that has lost the cursor', async () => {
    await happen(at(10, 30));
    now = at(11, 30);
    await turn(true, sql<{ fence: number }>`SELECT 1 AS fence WHERE false`);
    expect(await files()).toEqual([]);
  });

  it('are nothing for integrations that send events, and the other way round', async () => {
    const webhook = await createIntegration('webhook');
    const { rows } = await sql<{ subject: string }>`SELECT subject FROM (${consumer.subjects}) AS one`.execute(
      metadata().db,
    );
    const subjects = rows.map(({ subject }) => subject);
    expect(subjects).toContain(String(id));
    expect(subjects).not.toContain(String(webhook));
  });
});

describe('files of the past', () => {
  const plan = async (since: number) => {
    const row = await metadata()
      .db.selectFrom('integrations')
      .selectAll()
      .where('integration_id', '=', id)
      .executeTakeFirstOrThrow();
    return planPastFiles(deps(), turnOf(false), row, since);
  };

  it('are of whole days, and of hours on the day of the integration', async () => {
    await happen(at(-50), at(-25), at(-24, 1), at(-1), at(2, 30), at(9, 59), at(10, 10));
    expect(await plan(at(-40))).toBe(5);
    expect(await files()).toEqual([
      ['18', 1, 'waiting'],
      ['19', 2, 'waiting'],
      ['20T02', 1, 'waiting'],
      ['20T09', 1, 'waiting'],
    ]);
    // An earlier begin adds what is missing.
    expect(await plan(at(-60))).toBe(1);
    expect((await files())[0]).toEqual(['17', 1, 'waiting']);
  });

  it('begin where events are kept whole', async () => {
    await happen(at(-50), at(-1));
    keptFrom = at(-24);
    expect(await plan(at(-100))).toBe(1);
    expect(await files()).toEqual([['19', 1, 'waiting']]);
  });
});
