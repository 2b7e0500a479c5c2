import { CampaignSending } from '@botscope/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { planSending } from './planner.ts';

const noon = Date.parse('2026-11-24T12:00:00Z');
const buildSending = (part: z.input<typeof CampaignSending> = {}) => z.parse(CampaignSending, part);
const night = { from: '22:00', to: '08:00', time_zone: 'UTC' };
const plan = (count: number, part: z.input<typeof CampaignSending>) => {
  const { startsAt, endsAt, ...rest } = planSending(count, buildSending(part), noon);
  return { ...rest, from: new Date(startsAt).toISOString(), to: new Date(endsAt).toISOString() };
};

test.each<[string, number, z.input<typeof CampaignSending>, object]>([
  [
    '10 a second',
    600,
    {},
    { seconds: 60, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:01:00.000Z', tooLate: 0 },
  ],
  ['nobody', 0, {}, { seconds: 0, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:00:00.000Z', tooLate: 0 }],
  [
    'the cap is lower than the speed',
    600,
    { speed: 10, interval_cap: 5 },
    { seconds: 120, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:02:00.000Z', tooLate: 0 },
  ],
  [
    'spread over three hours, from a date on',
    600,
    { spread_hours: 3, date_send: '2026-11-25T09:00:00Z' },
    { seconds: 10_800, from: '2026-11-25T09:00:00.000Z', to: '2026-11-25T12:00:00.000Z', tooLate: 0 },
  ],
  [
    'a date that has passed is now',
    600,
    { date_send: '2026-11-23T09:00:00Z' },
    { seconds: 60, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:01:00.000Z', tooLate: 0 },
  ],
  [
    'goes on after a quiet night',
    396_000,
    { quiet: night },
    // 10 of 11 hours until 22:00, the last hour from 08:00 on.
    { seconds: 39_600, from: '2026-11-24T12:00:00.000Z', to: '2026-11-25T09:00:00.000Z', tooLate: 0 },
  ],
  [
    'begins after the quiet hours',
    600,
    { quiet: night, date_send: '2026-11-24T23:30:00Z' },
    { seconds: 60, from: '2026-11-25T08:00:00.000Z', to: '2026-11-25T08:01:00.000Z', tooLate: 0 },
  ],
  [
    'quiet hours of users’ own time zones hold nobody else back; the last may get it after them',
    600,
    { quiet: { ...night, in_users_zone: true } },
    // A minute, and ten hours of quiet.
    { seconds: 60, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T22:01:00.000Z', tooLate: 0 },
  ],
  [
    'the same over more than a day of waking hours',
    // 15 hours; 14 are not quiet between two nights, so there are two of them at most.
    540_000,
    { quiet: { ...night, in_users_zone: true } },
    { seconds: 54_000, from: '2026-11-24T12:00:00.000Z', to: '2026-11-25T23:00:00.000Z', tooLate: 0 },
  ],
  [
    'too many for its deadline',
    3_600,
    { finish_by: '2026-11-24T12:01:00Z' },
    { seconds: 360, from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:01:00.000Z', tooLate: 3_000 },
  ],
  [
    'too many for a deadline behind a quiet night',
    720_000,
    { quiet: night, finish_by: '2026-11-25T09:00:00Z' },
    { seconds: 72_000, from: '2026-11-24T12:00:00.000Z', to: '2026-11-25T09:00:00.000Z', tooLate: 324_000 },
  ],
])('a campaign takes as long as its numbers say: %s', (_, count, part, expected) => {
  expect(plan(count, part)).toEqual(expected);
});

test('quiet hours are those of their time zone', () => {
  // 23:30 in Vladivostok.
  const quietHours = { from: '23:00', to: '07:00', time_zone: 'Asia/Vladivostok' };
  const { startsAt } = planSending(1, buildSending({ quiet: quietHours, date_send: '2026-11-24T13:30:00Z' }), noon);
  expect(new Date(startsAt).toISOString()).toBe('2026-11-24T21:00:00.000Z');
});
