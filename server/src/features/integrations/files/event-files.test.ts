import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileFormat } from '../../../events/store/event-store.ts';
import { anEvent } from '../../../events/store/test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { createSealer } from '../../../platform/outgoing/sealer.ts';
import { firstAnonymous } from '../../erased-users/erased-users.ts';
import { createEventFiles } from './event-files.ts';
import { readParquet } from './test-files.ts';

const hour = Date.UTC(2026, 10, 20, 10);
const sealer = createSealer('s'.repeat(32));
const privacies = {
  open: { user_ids: 'plain', names: true, texts: true },
  closed: { user_ids: 'hashed', names: false, texts: false },
} as const;

describe.each(engines)('files with events, written by the %s engine', (kind) => {
  let store: ThrowawayStore;
  let bot = '';
  let keptFrom = 0;
  beforeAll(async () => {
    store = await openThrowawayStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    keptFrom = 0;
    bot = store.freshBot();
  });

  const event = (id: number, minute: number, part: object = {}) => {
    const time = hour + minute * 60_000;
    return anEvent({ bot, id: String(id), userId: 7, time, receivedAt: time, payload: `{"update_id":${id}}`, ...part });
  };

  async function readFile(format: FileFormat, privacy: keyof typeof privacies = 'open', types = ['events.file']) {
    const files = createEventFiles({ store, sealer, dataDir: store.dataDir, keptFrom: async () => keptFrom });
    const integration = { key: 'a'.repeat(16), bot_key: bot, selection: { types }, privacy: privacies[privacy] };
    const data = { from: new Date(hour).toISOString(), until: new Date(hour + 3_600_000).toISOString(), events: 3 };
    const item = { event: { data } } as never;
    const body = await files.withFile(integration as never, item, format, async (file) => file?.read(0, file.bytes));
    expect(readdirSync(join(store.dataDir, 'integration-files'))).toEqual([]);
    return body ?? Buffer.alloc(0);
  }

  const payment = { kind: 'message', type: 'payment', amount: 1999, currency: 'EUR', isPremium: true, language: 'ru' };
  const hello = { kind: 'message', type: 'text', text: 'Привет, "мир"\n, 1', firstName: 'Ann', username: 'ann' };
  const button = { kind: 'callback_query', type: 'button', name: 'cart:7', userId: 8, language: '' };
  const launch = { ...hello, type: 'command', name: '/start', text: '/start source-google', source: 'google' };
  const params = { params: { source: 'google', medium: 'cpc' } };
  async function writeHour() {
    await store.write([
      ...[event(1, 5, hello), event(2, 59, payment), event(3, 0, button), event(4, 7, { ...launch, ...params })],
      ...[event(5, -1, hello), event(6, 60, hello), event(7, 9, { kind: 'imported' })],
      ...[event(8, 9, { userId: firstAnonymous + 3 }), event(9, 30, { kind: 'site_hit', name: 'page', userId: 0 })],
      // A copy of the first one, received later.
      event(1, 5, { ...hello, receivedAt: hour + 3_000_000 }),
    ]);
  }

  it('have the events of an hour once, in the order of time, with their values', async () => {
    await writeHour();
    const rows = await readParquet(await readFile('parquet'));
    const at = (minute: number) => new Date(hour + minute * 60_000).toISOString();
    expect(rows.map(({ time, user_id, kind: of, type, name }) => [time, user_id, of, type, name])).toEqual([
      [at(0), 8, 'callback_query', 'button', 'cart:7'],
      [at(5), 7, 'message', 'text', ''],
      [at(7), 7, 'message', 'command', '/start'],
      [at(30), null, 'site_hit', expect.any(String), 'page'],
      [at(59), 7, 'message', 'payment', ''],
    ]);
    expect(rows[1]).toMatchObject({
      text: hello.text,
      amount: null,
      currency: null,
      first_name: 'Ann',
      username: 'ann',
    });
    expect(rows[2]).toMatchObject({ source: 'google', params: { source: 'google', medium: 'cpc' } });
    expect(rows[4]).toMatchObject({ amount: 1999, currency: 'EUR', language: 'ru', is_premium: true });
    expect(rows[0]).toMatchObject({ language: null, is_premium: false });
  });

  it('hide users, texts, names and data of buttons unless the owner wants them, in the same columns', async () => {
    await writeHour();
    const [open, closed] = [await readFile('parquet'), await readFile('parquet', 'closed')];
    const [openRows, closedRows] = [await readParquet(open), await readParquet(closed)];
    expect(Object.keys(closedRows[0] ?? {})).toEqual(Object.keys(openRows[0] ?? {}));
    const ids = closedRows.map(({ user_id }) => user_id);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([ids[1], ids[3]]).toEqual([ids[4], null]);
    expect(new Set(ids).size).toBe(3);
    for (const row of closedRows) expect(row).toMatchObject({ text: null, first_name: null, username: null });
    expect(closedRows.map(({ name }) => name)).toEqual(['', '', '/start', 'page', '']);
    const csv = (await readFile('csv', 'closed')).toString();
    expect(csv).not.toMatch(/Привет|cart:7|\b[78]\b(?=,)|Ann/);
  });

  it('have only the kinds of events that were chosen', async () => {
    await writeHour();
    const rows = await readParquet(await readFile('parquet', 'open', ['payment.succeeded', 'button.pressed']));
    expect(rows.map(({ type }) => type)).toEqual(['button', 'payment']);
  });

  it('are JSON, one event a line', async () => {
    await writeHour();
    const lines = (await readFile('ndjson')).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { time: '2026-11-20T10:00:00.000Z', user_id: 8, name: 'cart:7' },
      { text: hello.text, params: {} },
      { params: { source: 'google', medium: 'cpc' }, amount: null },
      { user_id: null },
      { amount: 1999, is_premium: true },
    ]);
  });

  it('are CSV with a line of names', async () => {
    await writeHour();
    const [names, first] = (await readFile('csv')).toString().split('\n');
    expect(names?.replaceAll('"', '')).toBe(
      'time,user_id,kind,type,name,text,source,params,amount,currency,language,is_premium,first_name,last_name,username',
    );
    expect(first).toBe(
      '"2026-11-20T10:00:00.000Z",8,"callback_query","button","cart:7","hello","","{}",,,,false,"Ada",,"ada"',
    );
  });

  it('of hours without events are valid', async () => {
    expect(await readParquet(await readFile('parquet'))).toEqual([]);
    expect((await readFile('ndjson')).length).toBe(0);
  });

  it('are not written of events that are not kept whole any more', async () => {
    await writeHour();
    keptFrom = hour + 1;
    const files = createEventFiles({ store, sealer, dataDir: store.dataDir, keptFrom: async () => keptFrom });
    const data = { from: new Date(hour).toISOString(), until: new Date(hour + 3_600_000).toISOString(), events: 3 };
    const item = { event: { data } } as never;
    expect(await files.withFile({ bot_key: bot } as never, item, 'csv', async (file) => file)).toBeNull();
  });

  it('that an earlier process left are deleted', async () => {
    await readFile('csv');
    const files = createEventFiles({ store, sealer, dataDir: store.dataDir, keptFrom: async () => keptFrom });
    await files.clear();
    expect(existsSync(join(store.dataDir, 'integration-files'))).toBe(false);
  });
});
