import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { PushError, PushFieldErrors } from './push-error.ts';
import { registerPushRoutes } from './push-routes.ts';
import { type PushedConversion, readPushedConversions } from './read-pushed-conversions.ts';

const apiKey = `0123456789abc:${'5e'.repeat(32)}`;
const one = { target_id: 10_001, user_id: 42 };
const read = { targetId: 10_001, userId: 42, date: undefined, amount: 0, currency: '' };

let app: FastifyInstance;
let recordedConversions: PushedConversion[];
let recordFails: unknown;
beforeEach(() => {
  recordedConversions = [];
  recordFails = null;
  app = Fastify();
  const other = async () => {
    throw new Error('not asked here');
  };
  registerPushRoutes(app, {
    authenticate: async (key) => (key === apiKey ? { key: '0123456789abc' } : null),
    record: other,
    recordCalls: other,
    recordConversions: async (_bot, conversions) => {
      if (recordFails !== null) throw recordFails;
      recordedConversions.push(...conversions);
    },
    recordFieldValues: async () => undefined,
    listUsers: async () => ({ count: 0, rows: [] }),
    visitorLink: async () => null,
    maxBodyBytes: 100_000,
  });
});
afterEach(() => app.close());

const send = async (body: unknown, headers: Record<string, string> = {}, url = '/v1/send-target') => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await app.inject({ method: 'POST', url, payload, headers: { 'api-key': apiKey, ...headers } });
  return [answer.statusCode, answer.headers['content-type'], answer.json()] as const;
};
const ok = [200, 'application/json', { ok: true }];
const fields = (error: Record<string, string[]>) => [
  400,
  'application/json',
  { ok: false, error_code: 400, description: `Bad Request: ${Object.values(error).flat().join('; ')}`, error },
];
const badDate = (date: unknown, sentence: string): [object, string, string] => [{ date }, 'date', sentence];

describe('POST /v1/send-target', () => {
  it.each(['/v1/send-target', '/api/send-target'])('takes one or a list at %s', async (url) => {
    expect(await send(one, {}, url)).toEqual(ok);
    expect(await send([one, one], {}, url)).toEqual(ok);
    expect(recordedConversions).toEqual([read, read, read]);
  });

  it.each([
    [
      'the documented form',
      { date: '2026-03-02T10:15:30.123+03:00', value: 12.5, unit: 'EUR' },
      { date: '2026-03-02T10:15:30.123+03:00', amount: 1_250, currency: 'EUR' },
    ],
    [
      'numbers as texts',
      { target_id: '10001', user_id: ' 42 ', value: '12.50', unit: 'eur' },
      { amount: 1_250, currency: 'EUR' },
    ],
    ['nulls for what is left out', { date: null, value: null, unit: null }, {}],
    ['a unit alone', { unit: 'RUB' }, {}],
    ['a value of nothing', { value: 0, unit: 'usd' }, { currency: 'USD' }],
    ['Stars', { value: 250, unit: 'xtr' }, { amount: 250, currency: 'XTR' }],
    ['money given back', { value: -3, unit: 'EUR' }, { amount: -300, currency: 'EUR' }],
    ['Unix time', { date: 1_772_435_730 }, { date: 1_772_435_730 }],
    ['no date but blanks', { date: ' ' }, {}],
    ['Unix time in milliseconds, as text', { date: '1772435730123' }, { date: '1772435730123' }],
    ['the first moment there can be', { date: '2013-01-01T00:00:00Z' }, { date: '2013-01-01T00:00:00Z' }],
    ['further fields', { comment: 'x' }, {}],
  ])('reads %s', async (_name, item, expected) => {
    expect(await send({ ...one, ...item }, { 'content-type': 'application/json;' })).toEqual(ok);
    expect(recordedConversions).toEqual([{ ...read, ...expected }]);
  });

  it.each<[object, string, string]>([
    [{ target_id: undefined }, 'target_id', 'target_id is missing'],
    [{ target_id: 1.5 }, 'target_id', 'target_id must be a positive integer'],
    [{ user_id: 'ann' }, 'user_id', 'user_id must be a positive integer'],
    [{ user_id: 0 }, 'user_id', 'user_id must be a positive integer'],
    [{ user_id: 2 ** 53 }, 'user_id', 'user_id must be a positive integer'],
    [{ user_id: null }, 'user_id', 'user_id is missing'],
    [{ value: 5 }, 'unit', 'unit is needed where there is a value'],
    [{ value: 5, unit: 'EURO' }, 'unit', 'unit must be a currency code of 3 letters, like EUR or XTR'],
    [{ unit: 'e1r' }, 'unit', 'unit must be a currency code of 3 letters, like EUR or XTR'],
    [{ value: 'much', unit: 'EUR' }, 'value', 'value must be a number'],
    [{ value: true, unit: 'EUR' }, 'value', 'value must be a number'],
    [{ value: 1e11, unit: 'EUR' }, 'value', 'value is too large'],
    [{ value: -1e11, unit: 'EUR' }, 'value', 'value is too large'],
    [{ value: 'NaN', unit: 'EUR' }, 'value', 'value must be a number'],
    [{ value: 'Infinity', unit: 'EUR' }, 'value', 'value must be a number'],
    [{ value: [], unit: 'EUR' }, 'value', 'value must be a number'],
    [{ value: 5, unit: 'EUX' }, 'unit', 'unit: there is no currency EUX'],
    [{ unit: 'abc' }, 'unit', 'unit: there is no currency ABC'],
    ...['yesterday', '2026-03-02', '2026-03-02T10:15:30', '2026-99-02T10:15:30Z', '02.03.2026 10:15', 'NaN', '-5'].map(
      (date) => badDate(date, 'date must be a time with a zone, like 2026-03-02T10:15:30.123+03:00, or Unix time'),
    ),
    ...[{ year: 2026 }, true, [1_772_435_730]].map((date) =>
      badDate(date, 'date must be a time with a zone, like 2026-03-02T10:15:30.123+03:00, or Unix time'),
    ),
    ...[0, -1, 1, '1', '1970-01-01T00:00:00Z', '2012-12-31T23:59:59.999Z', -1_772_435_730_000].map((date) =>
      badDate(date, 'date lies before 2013'),
    ),
    ...[9e12, '9999-12-31T23:59:59Z', 1e308, 4_000_000_000].map((date) => badDate(date, 'date lies in the future')),
  ])('names what is wrong: %j', async (change, field, sentence) => {
    expect(await send({ ...one, ...change })).toEqual(fields({ [field]: [sentence] }));
    expect(recordedConversions).toEqual([]);
  });

  it('names the items of a list, and takes none of it', async () => {
    expect(await send([one, { ...one, user_id: 'x' }, { value: 1 }])).toEqual(
      fields({
        user_id: ['Item 2: user_id must be a positive integer', 'Item 3: user_id is missing'],
        target_id: ['Item 3: target_id is missing'],
        unit: ['Item 3: unit is needed where there is a value'],
      }),
    );
    expect(recordedConversions).toEqual([]);
  });

  it('speaks of the request as such like Telegram', async () => {
    const buildRejection = (status: number, description: RegExp) => [
      status,
      'application/json',
      { ok: false, error_code: status, description: expect.stringMatching(description) },
    ];
    expect(await send('{')).toEqual(buildRejection(400, /^Wrong json$/));
    expect(await send([])).toEqual(buildRejection(400, /Expected 1 to 100 conversions in one request, got 0/));
    expect(await send(Array.from({ length: 101 }, () => one))).toEqual(buildRejection(400, /got 101/));
    expect(await send(Array.from({ length: 100 }, () => one))).toEqual(ok);
    for (const body of [5, null, 'text', [one, 5], [[one]]]) {
      expect(await send(JSON.stringify(body))).toEqual(buildRejection(400, /^Bad Request: Expected \{"target_id"/));
    }
    expect(await send(one, { 'api-key': 'x' })).toEqual(buildRejection(401, /^Unauthorized$/));
    recordFails = new AppError('StoreUnavailable');
    expect(await send(one)).toEqual(buildRejection(503, /^The data store does not respond/));
    recordFails = new PushFieldErrors({ target_id: ['There is no target 10001'] });
    expect(await send(one)).toEqual(fields({ target_id: ['There is no target 10001'] }));
  });

  it('lets no browser of another site in', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/v1/send-target',
      headers: { origin: 'https://a.example' },
    });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  });
});

describe('any body', () => {
  it('is read into numbers that can be stored, or refused in words', () => {
    const field = fc.oneof(fc.jsonValue(), fc.integer(), fc.double(), fc.string({ maxLength: 5 }));
    const item = fc.record(
      {
        target_id: field,
        user_id: field,
        date: field,
        value: field,
        unit: fc.oneof(field, fc.constantFrom('EUR', 'xtr')),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), item, fc.array(item, { maxLength: 102 })), (body) => {
        try {
          for (const { targetId, userId, amount, currency, date } of readPushedConversions(body)) {
            expect(Number.isSafeInteger(targetId) && targetId > 0 && Number.isSafeInteger(userId) && userId > 0).toBe(
              true,
            );
            expect(Number.isSafeInteger(amount) && Math.abs(amount) <= 1e12).toBe(true);
            expect(currency).toMatch(amount === 0 ? /^([A-Z]{3})?$/ : /^[A-Z]{3}$/);
            expect(['string', 'number', 'undefined']).toContain(typeof date);
          }
        } catch (error) {
          expect(error instanceof PushError || error instanceof PushFieldErrors).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('that is meant well is read as it was meant', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const conversions = fc.record({
      target: id,
      user: id,
      cents: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      asText: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(conversions, { minLength: 1, maxLength: 100 }), (list) => {
        const body = list.map(({ target, user, cents, asText }) => {
          const encodeNumber = (value: number) => (asText ? String(value) : value);
          return {
            target_id: encodeNumber(target),
            user_id: encodeNumber(user),
            value: encodeNumber(cents / 100),
            unit: 'EUR',
          };
        });
        expect(readPushedConversions(body)).toEqual(
          list.map(({ target, user, cents }) => ({
            targetId: target,
            userId: user,
            date: undefined,
            amount: cents,
            currency: 'EUR',
          })),
        );
      }),
    );
  });
});
