import type { CampaignSummary } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOfMonth, entriesByDay, parseMonth, shiftMonth } from './calendar.ts';

const campaign = (id: number, dates: Partial<CampaignSummary>): CampaignSummary =>
  ({
    campaign_id: id,
    status: 'Done',
    date_send: null,
    date_start: null,
    date_finish: null,
    ...dates,
  }) as CampaignSummary;

test('whole weeks from Monday to Sunday hold the month, whatever the month', () => {
  expect(daysOfMonth('2026-02')).toHaveLength(35);
  expect(daysOfMonth('2027-02')).toHaveLength(28);
  expect([daysOfMonth('2026-11')[0], daysOfMonth('2026-11').at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
      const month = `${year}-${String(number).padStart(2, '0')}`;
      const days = daysOfMonth(month);
      expect(days.length % 7).toBe(0);
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(days.filter((day) => day.startsWith(month))).toHaveLength(
        new Date(Date.UTC(year, number, 0)).getUTCDate(),
      );
      expect(new Set(days).size).toBe(days.length);
      expect(shiftMonth(shiftMonth(month, 5), -5)).toBe(month);
    }),
  );
});

test('a campaign is on the local day on which it begins; drafts are nowhere', () => {
  const night = '2026-11-24T22:30:00.000Z';
  const calendar = entriesByDay(
    [
      campaign(1, { date_start: night, date_finish: '2026-11-25T01:00:00.000Z' }),
      campaign(2, { status: 'Not_started', date_send: '2026-11-24T21:30:00.000Z' }),
      campaign(3, { status: 'Draft', date_send: night }),
    ],
    'Europe/Moscow',
  );
  expect(
    [...calendar].map(([day, entries]) => [day, entries.map(({ campaign: { campaign_id } }) => campaign_id)]),
  ).toEqual([['2026-11-25', [2, 1]]]);
});

test('a month of the address is taken if it is one', () => {
  const now = Date.parse('2026-11-30T22:00:00.000Z');
  expect(parseMonth('2026-03', now, 'UTC')).toBe('2026-03');
  expect(parseMonth('2026-13', now, 'Europe/Moscow')).toBe('2026-12');
  expect(parseMonth(undefined, now, 'UTC')).toBe('2026-11');
});
