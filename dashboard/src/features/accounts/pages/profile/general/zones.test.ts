import { expect, test } from 'vitest';
import { zoneOption, zoneOptions } from './zones.ts';

const winter = Date.parse('2026-01-15T12:00:00Z');
const summer = Date.parse('2026-07-15T12:00:00Z');
const zoneLabel = (zone: string, now: number) => zoneOption(zone, now).label;

test('the distance from UTC is that of the day', () => {
  expect(zoneLabel('Europe/Berlin', winter)).toBe('Europe/Berlin (UTC+1)');
  expect(zoneLabel('Europe/Berlin', summer)).toBe('Europe/Berlin (UTC+2)');
  expect(zoneLabel('America/New_York', winter)).toBe('America/New York (UTC-5)');
  expect(zoneLabel('UTC', winter)).toBe('UTC (UTC+0)');
});

test("the account's own zone is offered even if the browser lists another name for it, and once", () => {
  const values = zoneOptions('Asia/Calcutta', winter).map(({ value }) => value);
  expect(values.filter((value) => value === 'Asia/Calcutta')).toHaveLength(1);
  expect(new Set(values).size).toBe(values.length);
});
