import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createSiteCodes } from './site-codes.ts';

const bot = '0123456789abc';
const token = `123456789:${'A'.repeat(35)}`;
const noon = Date.parse('2026-11-25T12:00:00Z');
const minute = 60_000;

const codesAt = (now: number, secret = 'x'.repeat(32)) =>
  createSiteCodes({ sealer: createSealer(secret), now: () => now });
const readUser = (codes: ReturnType<typeof codesAt>, search: string, botKey = bot) =>
  codes.read(botKey, search, token)?.userId ?? null;

/** As Telegram adds it to an address (core.telegram.org/widgets/login#checking-authorization). */
function login(changes: Record<string, string> = {}, signedWith = token): string {
  const fields = { id: '501', first_name: 'Anna & Co', username: 'anna', auth_date: String(noon / 1_000), ...changes };
  const signed = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const hash = createHmac('sha256', createHash('sha256').update(signedWith).digest()).update(signed).digest('hex');
  return String(new URLSearchParams({ ...fields, hash }));
}

describe('a code', () => {
  const code = `bsu=${codesAt(noon).make(bot, 501)}`;

  it.each([
    ['for ten minutes', codesAt(noon + 10 * minute), code, bot, 501],
    ['not later', codesAt(noon + 10 * minute + 1), code, bot, null],
    ['not for another bot', codesAt(noon), code, 'ffffffffffff0', null],
    ['not of another installation', codesAt(noon, 'y'.repeat(32)), code, bot, null],
    ['not when it was changed', codesAt(noon), code.replace(/.{10}$/, 'A'.repeat(10)), bot, null],
    ['not written in another way', codesAt(noon), `${code}=`, bot, null],
    ['not with something after it', codesAt(noon), `${code}.x`, bot, null],
    [
      'not of another purpose',
      codesAt(noon),
      `bsu=${createSealer('x'.repeat(32)).seal(`invitation ${bot}`)}`,
      bot,
      null,
    ],
    ['not without one', codesAt(noon), 'bsu=', bot, null],
  ])('proves whose visit it is %s', (_, codes, search, botKey, userId) => {
    expect(readUser(codes, search, botKey)).toBe(userId);
  });

  it('is one text: no other with the same bytes counts once more', () => {
    const [last = ''] = code.slice(-1);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const otherCodes = [...alphabet].filter((sign) => sign !== last).map((sign) => code.slice(0, -1) + sign);
    expect(otherCodes.map((other) => readUser(codesAt(noon), other)).filter((userId) => userId !== null)).toEqual([]);
  });

  it('is another one each time, and each is a proof of its own', () => {
    const codes = codesAt(noon);
    const proofs = [1, 2].map(() => codes.read(bot, `bsu=${codes.make(bot, 501)}`, null)?.proof);
    expect(new Set(proofs).size).toBe(2);
  });
});

describe('the data that Telegram adds to the address of a login_url button', () => {
  it.each([
    ['is a proof', codesAt(noon), login(), 501],
    ['is one for a quarter of an hour', codesAt(noon + 15 * minute), login(), 501],
    ['and not later', codesAt(noon + 16 * minute), login(), null],
    ['not from the future', codesAt(noon - 6 * minute), login(), null],
    ['not with another token', codesAt(noon), login({}, `${token}x`), null],
    ['not of someone else', codesAt(noon), login().replace('id=501', 'id=502'), null],
    ['not with a parameter twice', codesAt(noon), `${login()}&id=501`, null],
    ['not without a hash', codesAt(noon), 'id=501', null],
    ['not without a user', codesAt(noon), login({ id: '0' }), null],
  ])('%s', (_, codes, search, userId) => {
    expect(readUser(codes, search)).toBe(userId);
  });

  it('proves nothing where the token is not kept here', () => {
    expect(codesAt(noon).read(bot, login(), null)).toBeNull();
  });
});
