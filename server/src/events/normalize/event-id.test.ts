import { describe, expect, it } from 'vitest';
import { fixtures } from './fixtures/index.ts';
import { defaultStartRules, normalizeUpdate } from './normalize-update.ts';

function computeIdentity(
  update: unknown,
  { bot = '0123456789abc', date = undefined as unknown, receivedAt = 1_763_632_802_345 } = {},
) {
  const result = normalizeUpdate({ bot, date, receivedAt, update }, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  const { id, partitionKey, userId } = result.event;
  return { id, partitionKey, userId };
}

describe('identity', () => {
  const { update } = fixtures.message;

  it('stays the same from version to version: a change would count every late copy again', () => {
    expect(computeIdentity(update)).toEqual({
      id: '16390879628745054329',
      partitionKey: 20_412,
      userId: 5_501_234_567,
    });
  });

  it('depends neither on the receipt nor on the sender’s date', () => {
    const original = computeIdentity(update);
    expect(computeIdentity(update, { receivedAt: 1_766_224_802_345 })).toEqual(original);
    expect(computeIdentity(update, { date: '2025-11-20T10:00:01.500Z' })).toEqual(original);
  });

  it('differs between bots', () => {
    expect(computeIdentity(update, { bot: 'fffffffffffff' }).id).not.toBe(computeIdentity(update).id);
  });

  it.each([
    [
      { a: 'x', b: 'y' },
      { a: 'xb', y: '' },
    ],
    [{ a: ['1', '2'] }, { a: ['1,2'] }],
    [{ a: 1 }, { a: '1' }],
    [{ a: true }, { a: 't' }],
    [{ a: {} }, { a: [] }],
    [{ a: [null] }, { a: [] }],
    [{ a: [null, 1] }, { a: [1, null] }],
    [{ a: false }, {}],
    [
      { a: 1, b: { c: 2 } },
      { a: 1, b: {}, c: 2 },
    ],
  ])('distinguishes %j from %j', (one, other) => {
    expect(computeIdentity(one).id).not.toBe(computeIdentity(other).id);
  });
});
