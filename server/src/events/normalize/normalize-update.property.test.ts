import { actionTypes, type Event, updateKinds } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../telegram/json.ts';
import { canonicalizeUpdate } from './canonicalize-update.ts';
import { fixtures } from './fixtures/index.ts';
import { defaultStartRules, normalizeUpdate } from './normalize-update.ts';

const receivedAt = Date.UTC(2025, 10, 20, 10, 0, 2, 345);
const bot = '0123456789abc';

function normalizeToEvent(update: unknown, date?: unknown): Event {
  const result = normalizeUpdate({ bot, receivedAt, date, update }, { ...defaultStartRules, type: 'all' });
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

/** Counts the values other than null. */
function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === null || value === undefined ? 0 : 1;
  return Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0);
}

const anything = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const anyObject = fc.dictionary(fc.string(), anything);

/** Realistic updates in which any one value, at any depth, is replaced by nonsense: what fuzzing from nothing never reaches. */
const almostUpdate = fc
  .record({ kind: fc.constantFrom(...updateKinds), spot: fc.nat(), nonsense: anything })
  .map(({ kind, spot, nonsense }) => {
    const update: unknown = structuredClone(fixtures[kind].update);
    const spots = placesIn(update);
    const place = spots[spot % spots.length];
    if (place !== undefined) place.parent[place.key] = nonsense;
    return update as Record<string, unknown>;
  });

function placesIn(value: unknown): { parent: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

/** The columns' types and limits. */
function expectStorable(event: Event): void {
  expect(BigInt(event.id)).toBeLessThan(2n ** 64n);
  expect(event.partitionKey).toBeGreaterThanOrEqual(0);
  expect(event.partitionKey).toBeLessThan(2 ** 32);
  for (const key of ['userId', 'chatId', 'time', 'sentAt', 'receivedAt', 'amount', 'code', 'partitionKey'] as const) {
    expect(Number.isSafeInteger(event[key]), key).toBe(true);
  }
  expect(event.userId).toBeGreaterThanOrEqual(0);
  expect(event.sentAt).toBeGreaterThanOrEqual(0);
  expect(event.sentAt).toBeLessThan(2 ** 32);
  expect(event.time).toBeGreaterThanOrEqual(Date.UTC(2013, 0, 1));
  expect(event.time).toBeLessThanOrEqual(Math.max(receivedAt, event.sentAt * 1_000) + 86_400_000);
  expect(['', ...actionTypes]).toContain(event.type);
  expect(['opaque', ...updateKinds]).toContain(event.kind);
  expect(event.text.length).toBeLessThanOrEqual(64);
  for (const key of ['name', 'firstName', 'lastName'] as const) expect(event[key].length).toBeLessThanOrEqual(256);
  const strings = [...Object.values(event), ...Object.entries(event.params).flat()].filter(
    (v) => typeof v === 'string',
  );
  for (const value of strings) expect(value.isWellFormed()).toBe(true);
}

/** Returns the content as another client writes it: members in another order, nulls between them. */
function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, rewritten(item)] as const);
  return Object.fromEntries([['a null first', null], ...entries.reverse(), ['~ a null last', null]]);
}

describe('normalizeUpdate, for any input', () => {
  it('makes a storable event of any JSON object and keeps it whole', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, almostUpdate), anything, (update, date) => {
        const event = normalizeToEvent(update, date);
        expectStorable(event);
        const canonical = canonicalizeUpdate(update as JsonObject);
        expect(JSON.stringify(JSON.parse(event.payload))).toBe(JSON.stringify(canonical));
        expect(canonicalizeUpdate(canonical)).toEqual(canonical);
        expect(leaves(canonical)).toBeGreaterThanOrEqual(leaves(update));
      }),
      { numRuns: 3_000 },
    );
  });

  it('names the same content the same, in any order of keys and with any nulls', () => {
    fc.assert(
      fc.property(fc.oneof(anyObject, almostUpdate), (update) => {
        const { id, partitionKey, userId } = normalizeToEvent(update);
        expect(normalizeToEvent(rewritten(update))).toMatchObject({ id, partitionKey, userId });
        expect(normalizeToEvent(JSON.parse(JSON.stringify(update, null, 2)))).toMatchObject({
          id,
          partitionKey,
          userId,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('names different contents differently', () => {
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_key, item) => (item === null ? undefined : item));
    fc.assert(
      fc.property(almostUpdate, almostUpdate, (one, other) => {
        fc.pre(JSON.stringify(sortKeys(strip(one))) !== JSON.stringify(sortKeys(strip(other))));
        expect(normalizeToEvent(one).id).not.toBe(normalizeToEvent(other).id);
      }),
      { numRuns: 1_000 },
    );
  });
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys((value as Record<string, unknown>)[key])]),
  );
}
