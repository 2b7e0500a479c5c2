import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../platform/time-units.ts';
import { momentIn, nextMomentIn } from './user-moment.ts';

const momentAt = (date: string, time: string, zone: string): string =>
  new Date(momentIn({ date, time }, zone)).toISOString();

describe('the moment of a local time', () => {
  it.each([
    ['2026-03-02', '10:00', 'UTC', '2026-03-02T10:00:00.000Z'],
    ['2026-03-02', '10:00', 'Europe/Moscow', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02', '10:00', '+05:30', '2026-03-02T04:30:00.000Z'],
    ['2026-03-02', '00:15', 'Pacific/Kiritimati', '2026-03-01T10:15:00.000Z'],
    // Clocks go from 02:00 to 03:00 on 29 March in Berlin: 02:30 is half an hour later than 02:00 would be.
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // And from 03:00 back to 02:00 on 25 October: the first 02:30.
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    // Half an hour on Lord Howe, at midnight in Santiago.
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-09-06', '00:30', 'America/Santiago', '2026-09-06T04:30:00.000Z'],
  ])('%s %s in %s', (date, time, zone, moment) => {
    expect(momentAt(date, time, zone)).toBe(moment);
  });
});

/** Formats a moment as clocks show it, by Intl alone. */
function formatMoment(moment: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  }).formatToParts(moment);
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

const zone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'Europe/Moscow', 'America/New_York', 'America/Santiago', 'Asia/Kolkata', '+03:00'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Casablanca', 'Asia/Gaza', 'America/St_Johns', '-09:30'],
);
const localTime = fc
  .integer({ min: Date.parse('2024-01-01T00:00:00Z') / minuteMs, max: Date.parse('2028-01-01T00:00:00Z') / minuteMs })
  .map((minute) => new Date(minute * minuteMs).toISOString())
  .map((text) => ({ date: text.slice(0, 10), time: text.slice(11, 16) }));

it('is the first minute at which clocks show it, or where they skip it, one that is as late as the skip is long', () => {
  fc.assert(
    fc.property(localTime, zone, ({ date, time }, name) => {
      const moment = momentIn({ date, time }, name);
      const clockTime = `${date} ${time}`;
      if (formatMoment(moment, name) === clockTime) {
        // No earlier minute shows the same: clocks never go back by more than three hours.
        for (let before = 15 * minuteMs; before <= 3 * hourMs; before += 15 * minuteMs)
          expect(formatMoment(moment - before, name)).not.toBe(clockTime);
        return;
      }
      const shift =
        Date.parse(`${formatMoment(moment, name).replace(' ', 'T')}:00Z`) - Date.parse(`${date}T${time}:00Z`);
      expect(shift).toBeGreaterThan(0);
      expect(shift).toBeLessThanOrEqual(hourMs);
      // Nothing shows it.
      for (let shiftMs = -3 * hourMs; shiftMs <= 3 * hourMs; shiftMs += 15 * minuteMs)
        expect(formatMoment(moment + shiftMs, name)).not.toBe(clockTime);
    }),
    { numRuns: 400 },
  );
});

it('is on a later day where it has passed, and never before', () => {
  fc.assert(
    fc.property(localTime, zone, fc.integer({ min: -40 * 24, max: 40 * 24 }), (drawnTime, name, hours) => {
      const first = momentIn(drawnTime, name);
      const notBefore = first + hours * hourMs;
      const next = nextMomentIn(drawnTime, name, notBefore);
      expect(next).toBeGreaterThanOrEqual(Math.max(first, notBefore));
      if (hours <= 0) expect(next).toBe(first);
      // The day before would have been too early.
      else expect(next - notBefore).toBeLessThanOrEqual(dayMs + 2 * hourMs);
      const [, clock] = formatMoment(next, name).split(' ');
      const isSkipped = clock !== drawnTime.time;
      if (isSkipped) expect(formatMoment(next - hourMs / 2, name)).not.toContain(drawnTime.time);
    }),
    { numRuns: 400 },
  );
});
