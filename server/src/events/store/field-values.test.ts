import type { FieldType, FieldValue } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldValuesSql } from '../../analytics/query/field-values.sql.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { fieldChangeEvent } from '../normalize/field-change-event.ts';
import { anEvent } from './test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';

const noon = Date.UTC(2026, 2, 1, 12);

describe.each(engines)('values of custom fields on %s', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind);
  });
  afterAll(() => store.close());

  let version = noon * 1_000;
  const change = (bot: string, key: string, type: FieldType, value: FieldValue | null, userId = 1) => {
    version += 1;
    return fieldChangeEvent({ bot, key, type, value, userId, at: noon, version, by: { kind: 'api' } });
  };
  const loadValues = (bot: string, key: string) =>
    runQuery<{ user_id: number; text: string; number: number; ms: number; list: string[] }>(
      store,
      scope(bot, 0, 1).statement(
        () => `SELECT user_id, value_text AS text, value_number AS number,
          toUnixTimestamp64Milli(value_time) AS ms, value_list AS list FROM ${fieldValuesSql('field')} ORDER BY user_id`,
        { field: key },
      ),
      { tag: 'test' },
    );
  const emptyValues = { text: '', number: 0, ms: 0, list: [] };

  it('are the newest version of each, in the column of their type', async () => {
    const bot = store.freshBot();
    const birthday = '1900-01-01T00:00:00.000Z';
    const first = change(bot, 'text', 'text', 'first');
    const events = [
      first,
      change(bot, 'text', 'text', 'a\tb\\n\u0000"ü'),
      change(bot, 'number', 'number', -1.5e-7),
      change(bot, 'yes', 'boolean', true),
      change(bot, 'date', 'date', birthday),
      change(bot, 'late', 'date', '2299-12-31T23:59:59.999Z'),
      change(bot, 'list', 'list', ["it's", 'b,c']),
      change(bot, 'choice', 'choice', 'pro', 2),
      change(bot, 'choice', 'choice', 'free', 3),
      change(bot, 'choice', 'choice', null, 3),
    ];
    await store.write(events);
    // Sent again, and an older one after a newer one: nothing changes.
    await store.write([...events, first]);

    expect(await loadValues(bot, 'text')).toEqual([{ user_id: 1, ...emptyValues, text: 'a\tb\\n\u0000"ü' }]);
    expect(await loadValues(bot, 'number')).toEqual([{ user_id: 1, ...emptyValues, number: -1.5e-7 }]);
    expect(await loadValues(bot, 'yes')).toEqual([{ user_id: 1, ...emptyValues, number: 1 }]);
    expect(await loadValues(bot, 'date')).toEqual([{ user_id: 1, ...emptyValues, ms: Date.parse(birthday) }]);
    expect(await loadValues(bot, 'late')).toEqual([{ user_id: 1, ...emptyValues, ms: Date.UTC(2300, 0, 1) - 1 }]);
    expect(await loadValues(bot, 'list')).toEqual([{ user_id: 1, ...emptyValues, list: ["it's", 'b,c'] }]);
    expect(await loadValues(bot, 'choice')).toEqual([{ user_id: 2, ...emptyValues, text: 'pro' }]);
  });

  it('outlive the history that data retention deletes, and not the bot', async () => {
    const bot = store.freshBot();
    await store.write([anEvent({ bot, id: '5' }), change(bot, 'plan', 'choice', 'pro')]);
    await store.deleteBefore(bot, noon + 86_400_000);
    const history = await store.query({
      sql: "SELECT id FROM events WHERE bot = {bot:String} AND kind = 'field_change'",
      params: { bot },
    });
    expect(history).toEqual([]);
    expect(await loadValues(bot, 'plan')).toEqual([{ user_id: 1, ...emptyValues, text: 'pro' }]);
    await store.deleteBot(bot);
    expect(await loadValues(bot, 'plan')).toEqual([]);
  });

  it('make nobody a bot user', async () => {
    const bot = store.freshBot();
    await store.write([change(bot, 'plan', 'choice', 'pro', 77)]);
    expect(await store.query({ sql: 'SELECT user_id FROM users WHERE bot = {bot:String}', params: { bot } })).toEqual(
      [],
    );
    await store.rebuildUsers(bot);
    expect(await store.query({ sql: 'SELECT user_id FROM users WHERE bot = {bot:String}', params: { bot } })).toEqual(
      [],
    );
  });
});
