import { CampaignSending } from '@botscope/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sendAtOf } from './send-at.ts';

const sending = z.parse(CampaignSending, {
  user_time: { date: '2026-03-02', time: '10:00', time_zone: 'Europe/Berlin' },
});
const zones = new Map([
  [1, 'Asia/Tokyo'],
  [2, 'America/New_York'],
]);
const momentsAt = async (startedAt: string): Promise<string[]> => {
  const sendAt = await sendAtOf(async () => zones, 'bot', { sending, startedAt: Date.parse(startedAt) }, [1, 2, 3]);
  return [1, 2, 3].map((id) => new Date(sendAt(id) ?? 0).toISOString().slice(0, 16));
};

it('is the time of each user’s zone, or of the campaign’s', async () => {
  expect(await momentsAt('2026-03-01T12:00:00Z')).toEqual(['2026-03-02T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
});

it('is on the next day where it passed more than an hour before the start', async () => {
  expect(await momentsAt('2026-03-02T01:59:59Z')).toEqual(['2026-03-02T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
  expect(await momentsAt('2026-03-02T02:00:01Z')).toEqual(['2026-03-03T01:00', '2026-03-02T15:00', '2026-03-02T09:00']);
});

it('is nothing for a campaign without it, and asks for no zones', async () => {
  const at = { sending: z.parse(CampaignSending, {}), startedAt: 0 };
  const sendAt = await sendAtOf(() => Promise.reject(new Error('asked')), 'bot', at, [1]);
  expect(sendAt(1)).toBeNull();
});
