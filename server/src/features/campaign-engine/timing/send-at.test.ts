import { CampaignSending } from '@botscope/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { timeOfUsers } from './user-moment.ts';

const sendingOptions = z.parse(CampaignSending, {
  user_time: { date: '2026-03-02', time: '10:00', time_zone: 'Europe/Berlin' },
});
const zones = new Map([
  [1, 'Asia/Tokyo'],
  [2, 'America/New_York'],
]);
const momentsAt = async (startedAt: string): Promise<string[]> => {
  const timeOf = await timeOfUsers(
    async () => zones,
    'bot',
    { sending: sendingOptions, startedAt: Date.parse(startedAt) },
    [1, 2, 3],
  );
  return [1, 2, 3].map((id) => new Date(timeOf(id).at ?? 0).toISOString().slice(0, 16));
};

it('is the time of each user’s zone, or of the campaign’s', async () => {
  expect(await momentsAt('2026-03-01T12:00:00Z')).toEqual(['2026-03-02T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
});

it('is on the next day where it passed more than an hour before the start', async () => {
  expect(await momentsAt('2026-03-02T01:59:59Z')).toEqual(['2026-03-02T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
  expect(await momentsAt('2026-03-02T02:00:01Z')).toEqual(['2026-03-03T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
});

it('is nothing for a campaign without it, and asks for no zones', async () => {
  const campaign = { sending: z.parse(CampaignSending, {}), startedAt: 0 };
  const timeOf = await timeOfUsers(() => Promise.reject(new Error('requested')), 'bot', campaign, [1]);
  expect(timeOf(1)).toEqual({ at: null, zone: null });
});

it('is after quiet hours of the user’s own time zone, or of that of the settings', async () => {
  const quietHours = { from: '09:30', to: '11:15', time_zone: 'UTC', in_users_zone: true };
  const campaign = { sending: { ...sendingOptions, quiet: quietHours }, startedAt: Date.parse('2026-03-01T12:00:00Z') };
  const timeOf = await timeOfUsers(async () => zones, 'bot', campaign, [1, 2, 3]);
  const times = [1, 2, 3].map((id) => [new Date(timeOf(id).at ?? 0).toISOString().slice(0, 16), timeOf(id).zone]);
  expect(times).toEqual([
    ['2026-03-02T02:15', 'Asia/Tokyo'],
    ['2026-03-02T16:15', 'America/New_York'],
    // 10:00 in Berlin is 09:00 UTC, where it is not quiet yet.
    ['2026-03-02T09:00', null],
  ]);
});
