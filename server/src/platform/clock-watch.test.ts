import { describe, expect, it } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const telegram = 'Fri, 27 Nov 2026 10:00:00 GMT';
const telegramTime = Date.parse(telegram);
const hour = 3_600_000;

function watch() {
  const warnings: object[] = [];
  const clock = { now: telegramTime };
  return { clock, warnings, ...createClockWatch({ warn: (detail: object) => warnings.push(detail) }, () => clock.now) };
}

describe('createClockWatch', () => {
  it.each([
    [5 * 365 * 24 * hour, 157_680_000],
    [-5 * 365 * 24 * hour, -157_680_000],
    [301_000, 301],
  ])('warns of a clock that is %d ms away from Telegram, once an hour', (offsetMs, aheadS) => {
    const { clock, warnings, noteTelegramDate, aheadS: measured } = watch();
    clock.now = telegramTime + offsetMs;
    noteTelegramDate(telegram);
    clock.now += 1_000;
    noteTelegramDate('Fri, 27 Nov 2026 10:00:01 GMT');
    expect([measured(), warnings]).toEqual([aheadS, [{ aheadS }]]);
    clock.now += hour;
    noteTelegramDate('Fri, 27 Nov 2026 11:00:01 GMT');
    expect(warnings).toHaveLength(2);
  });

  it('is content with a clock a few minutes off, and with headers that are no dates', () => {
    const { clock, warnings, noteTelegramDate, aheadS } = watch();
    for (const header of [undefined, '', 'soon', ['x']]) noteTelegramDate(header);
    expect(aheadS()).toBeNull();
    clock.now = telegramTime - 240_000;
    noteTelegramDate(telegram);
    expect([aheadS(), warnings]).toEqual([-240, []]);
  });

  it('warns where the newest update was received more than a day from now', () => {
    const { warnings, noteNewest } = watch();
    for (const receivedAt of [null, telegramTime - hour, telegramTime, telegramTime + 24 * hour])
      noteNewest(receivedAt);
    expect(warnings).toEqual([]);
    noteNewest(Date.UTC(2031, 10, 27));
    expect(warnings).toEqual([{ newest: '2031-11-27T00:00:00.000Z' }]);
  });
});
