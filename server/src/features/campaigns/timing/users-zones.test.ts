import { CampaignAudience, defaultMailingSettings, type FieldValue, type TimeZoneCount } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toEvent } from '../../../analytics/reports/test-bot.ts';
import { testQuery } from '../../../analytics/reports/test-query.ts';
import { fieldChangeEvent } from '../../../events/normalize/field-change-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { createAudiences } from '../audience.ts';
import { createCountZones, createZoneLoader } from './users-zones.ts';

const moscow = { latitude: 55.75, longitude: 37.62 };
const paris = { latitude: 48.85, longitude: 2.35 };

/*
 * | user | field `zone`    | field `country` | location | zone          |
 * |    1 | Europe/Samara   |                 | Paris    | Europe/Samara |
 * |    2 | UTC+3           |                 |          | +03:00        |
 * |    3 | soon            |                 | Paris    | Europe/Paris  |
 * |    4 |                 | jp              |          | Asia/Tokyo    |
 * |    5 |                 |                 | Moscow   |               |
 * |    6 |                 |                 |          |               |
 */
let store: ThrowawayStore;
let bot: string;
const now = Date.parse('2024-02-01T12:00:00Z');
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  let updates = 0;
  const says = (id: number, content: object) => {
    updates += 1;
    const date = '2024-01-01T10:00:00Z';
    // A language that names a country says nothing about where the user is.
    const from = { id, is_bot: false, first_name: 'Ann', language_code: 'fr-FR' };
    const message = { message_id: updates, date: Date.parse(date) / 1_000, from, chat: { id, type: 'private' } };
    return toEvent(bot, date, { update_id: updates, message: { ...message, ...content } });
  };
  const stores = (userId: number, key: string, value: FieldValue) => {
    const change = { bot, userId, key, type: 'text' as const, value, version: 1, by: { kind: 'api' as const } };
    return fieldChangeEvent({ ...change, at: Date.parse('2024-01-03T00:00:00Z') });
  };
  await store.write([
    ...[1, 2, 3, 4, 5, 6].map((id) => says(id, { text: '/start' })),
    ...[1, 3].map((id) => says(id, { location: paris })),
    says(5, { location: moscow }),
    stores(1, 'zone', 'Europe/Samara'),
    stores(2, 'zone', 'UTC+3'),
    stores(3, 'zone', 'soon'),
    stores(4, 'country', 'jp'),
  ]);
});
afterAll(() => store.close());

function zones(field: string | null) {
  const types = new Map([
    ['zone', 'text' as const],
    ['country', 'text' as const],
  ]);
  const settings = testQuery({ type: 'visitors', period: '7d', bot, fields: types }, now);
  const loadSettings = async () => settings;
  const audiences = createAudiences({
    store,
    excludedOf: async () => new Map(),
    settingsOf: loadSettings,
    now: () => now,
  });
  const deps = {
    store,
    settingsOf: loadSettings,
    mailingSettingsOf: () => ({ ...defaultMailingSettings, time_zone_field: field }),
  };
  const count = createCountZones({ ...deps, audiences });
  return {
    of: createZoneLoader(deps),
    count: (audience: z.input<typeof CampaignAudience>): Promise<TimeZoneCount> =>
      count({ bot, audience: z.parse(CampaignAudience, audience), timeZone: 'UTC' }),
  };
}

it('are what the field says, else that of a country that has one', async () => {
  const zonesByUser = await zones('zone').of(bot, [1, 2, 3, 4, 5, 6, 99]);
  expect([...zonesByUser].sort()).toEqual([
    [1, 'Europe/Samara'],
    [2, '+03:00'],
    [3, 'Europe/Paris'],
    [4, 'Asia/Tokyo'],
  ]);
  const byCountry = await zones(null).of(bot, [1, 2, 3, 4, 5, 6]);
  expect([...byCountry].sort()).toEqual([
    [1, 'Europe/Paris'],
    [3, 'Europe/Paris'],
    [4, 'Asia/Tokyo'],
  ]);
});

it('are counted for an audience', async () => {
  const field = 'zone';
  expect(await zones(field).count({ kind: 'all' })).toEqual({
    by_field: 2,
    by_country: 2,
    unknown: 2,
    wrong: 1,
    field,
  });
  expect(await zones(null).count({ kind: 'all' })).toEqual({
    by_field: 0,
    by_country: 3,
    unknown: 3,
    wrong: 0,
    field: null,
  });
  expect(await zones(field).count({ kind: 'ids', user_ids: [2, 6, 99] })).toEqual({
    by_field: 1,
    by_country: 0,
    unknown: 1,
    wrong: 0,
    field,
  });
});
