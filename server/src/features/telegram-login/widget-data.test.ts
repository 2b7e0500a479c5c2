import { signWidgetData } from '@botscope/testkit/telegram-login/widget-data.ts';
import { describe, expect, it } from 'vitest';
import { readWidgetData, widgetHash } from './widget-data.ts';

const botToken = '5678901234:AAHh1-5PzW3xQ0vYk2sR7tUuVwXyZaBcDeF';
const now = Date.parse('2026-11-20T12:00:00Z');
const auth_date = now / 1_000;
const vera = { id: 700_100_200, first_name: 'Vera', last_name: 'Orlova', username: 'vera_o', auth_date };

describe('data of the classic login button', () => {
  it('has the hash of the published formula', () => {
    // By hand: printf of the sorted lines | openssl dgst -sha256 -mac HMAC -macopt hexkey:<sha256 of the token>.
    expect(widgetHash({ ...vera, photo_url: 'https://t.me/i/userpic/320/vera.jpg' }, botToken)).toBe(
      '3969c602a62d20d94c2787be463a937ba82542a32fef5a7575c68f712d48d103',
    );
  });

  it('names the user, also when all values are texts of an address', () => {
    const user = { tid: 700_100_200, name: 'Vera Orlova' };
    expect(readWidgetData(signWidgetData(vera, botToken), { botToken, now })).toEqual(user);
    const texts = Object.fromEntries(
      Object.entries(signWidgetData(vera, botToken)).map(([name, value]) => [name, String(value)]),
    );
    expect(readWidgetData(texts, { botToken, now })).toEqual(user);
  });

  it('is signed with all fields, those that nobody knows included', () => {
    const signed = signWidgetData({ ...vera, is_something_new: 'yes' }, botToken);
    expect(readWidgetData(signed, { botToken, now })).toMatchObject({ tid: 700_100_200 });
    const { is_something_new: _, ...knownFields } = signed;
    expect(readWidgetData(knownFields, { botToken, now })).toBe('wrong-hash');
  });

  it.each([
    ['another id', { id: 700_100_201 }],
    ['another name', { first_name: 'Vero' }],
    ['another moment', { auth_date: auth_date - 1 }],
    ['a field more', { is_admin: 'true' }],
    ['a hash of other letters', { hash: 'f'.repeat(64) }],
    ['a shorter hash', { hash: 'f' }],
  ])('is refused with %s', (_, change) => {
    expect(readWidgetData({ ...signWidgetData(vera, botToken), ...change }, { botToken, now })).toBe('wrong-hash');
  });

  it('is refused when another bot signed it', () => {
    expect(readWidgetData(signWidgetData(vera, `${botToken}x`), { botToken, now })).toBe('wrong-hash');
  });

  it.each([
    [14, 'object'],
    [16, 'string'],
    [-4, 'object'],
    [-6, 'string'],
  ])('that is %d minutes old', (minutes, expected) => {
    const read = readWidgetData(signWidgetData(vera, botToken), { botToken, now: now + minutes * 60_000 });
    expect(typeof read).toBe(expected);
  });

  it('is refused without a date or a user, signed or not', () => {
    const undated = signWidgetData({ ...vera, auth_date: Number.NaN }, botToken);
    expect(readWidgetData(undated, { botToken, now })).toBe('too-old');
    for (const id of [0, -5, 1.5, 2 ** 60]) {
      expect(readWidgetData(signWidgetData({ ...vera, id }, botToken), { botToken, now })).toBe('no-user');
    }
  });

  it('has a name without a space if the last name is missing, and the username without any name', () => {
    const { last_name: _, ...first } = vera;
    expect(readWidgetData(signWidgetData(first, botToken), { botToken, now })).toMatchObject({ name: 'Vera' });
    const nameless = { ...first, first_name: '' };
    expect(readWidgetData(signWidgetData(nameless, botToken), { botToken, now })).toMatchObject({ name: 'vera_o' });
  });
});
