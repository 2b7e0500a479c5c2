import { countryCodes } from '@botscope/contract';
import { borders } from '@rapideditor/country-coder';
import { expect, test } from 'vitest';
import { anna, annaChat, sentAt } from './fixtures/users.ts';
import { defaultStartRules, normalizeUpdate } from './normalize-update.ts';

const berlin = { latitude: 52.52, longitude: 13.4 };
const message = { message_id: 1, from: anna, chat: annaChat, date: sentAt };
const origin = { type: 'hidden_user', sender_user_name: 'Bob', date: sentAt };

function extractParams(update: object): Record<string, string> {
  const receivedUpdate = { bot: '0123456789abc', receivedAt: sentAt * 1_000, update: { update_id: 1, ...update } };
  const result = normalizeUpdate(receivedUpdate, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event.params;
}
const countryAt = (latitude: unknown, longitude: unknown) =>
  extractParams({ message: { ...message, location: { latitude, longitude } } }).country;

test.each([
  ['a city', 52.52, 13.4, 'DE'],
  ['a city by the border', 47.5596, 7.5886, 'CH'],
  ['a territory with a code of its own', 22.3, 114.17, 'HK'],
  ['an island of another continent', -20.9, 55.45, 'RE'],
  ['islands without one', 28.3, -16.5, 'ES'],
  ['a city with a reserved one', 35.889, -5.307, 'ES'],
  ['Antarctica', -77.85, 166.67, 'AQ'],
  ['the sea', 0, 0, ''],
  ['the pole, where all meridians meet', 90, 180, ''],
  ['integers', 48, 2, 'FR'],
] as const)('%s: %d, %d is in %s', (_what, latitude, longitude, country) => {
  expect(countryAt(latitude, longitude)).toBe(country);
});

test.each([
  [91, 0],
  [0, -181],
  ['52.52', '13.4'],
  [null, 13.4],
  [undefined, undefined],
])('%s, %s is no place', (latitude, longitude) => {
  expect(countryAt(latitude, longitude)).toBeUndefined();
});

const locationCases: [string, object, Record<string, string>][] = [
  ['a live location', { message: { ...message, location: { ...berlin, live_period: 900 } } }, { country: 'DE' }],
  ['a live location that moves', { edited_message: { ...message, location: berlin } }, { country: 'DE' }],
  [
    'a venue',
    { message: { ...message, location: berlin, venue: { title: 'Bar', location: berlin } } },
    { country: 'DE' },
  ],
  [
    'an inline query',
    { inline_query: { id: '1', from: anna, query: '', offset: '', location: berlin } },
    { country: 'DE' },
  ],
  ["another user's", { message: { ...message, location: berlin, forward_origin: origin } }, {}],
  ['a business chat, which is not with the bot', { business_message: { ...message, location: berlin } }, {}],
  ['a text', { message: { ...message, text: 'Berlin' } }, {}],
];
test.each(locationCases)('%s', (_what, update, params) => {
  expect(extractParams(update)).toEqual(params);
});

test('every country that a location can be in may be named by a condition', () => {
  const { features } = borders as unknown as { features: { properties: { level: string; iso1A2?: string } }[] };
  const codes = features.flatMap(({ properties: { level, iso1A2 } }) =>
    iso1A2 !== undefined && ['country', 'territory'].includes(level) ? [iso1A2] : [],
  );
  expect(codes.filter((code) => !countryCodes.includes(code))).toEqual(['EA']);
});
