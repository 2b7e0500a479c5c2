import { updateKinds } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { isAllowed, nextAllowedUpdates, superset } from './allowed-updates.ts';
import { mergeUpdates, offsetOfLast } from './choose-updates.ts';
import { delayOfError, type ErrorRun } from './hot-loop.ts';
import { readPollRequest } from './poll-request.ts';
import { type RawUpdate, toRawUpdate } from './slice-updates.ts';

const update = (id: number, kind = 'message'): RawUpdate => {
  const parsedUpdate = toRawUpdate(`{"update_id":${id},"${kind}":{}}`);
  if (parsedUpdate === null) throw new Error('no update');
  return parsedUpdate;
};

describe('allowed_updates', () => {
  const before = ['message', 'poll'];
  const everyDefault = updateKinds.filter((kind) => isAllowed(null, kind));
  it.each([
    ['absent keeps', undefined, before],
    ['"null" keeps (telebot, tgbotapi)', 'null', before],
    ['broken JSON keeps', '["message"', before],
    ['no list of names keeps', [1], before],
    ['[] is the default (Telegraf)', [], null],
    ['"[]" is the default', '[]', null],
    ['no known name is the default', ['bogus'], null],
    ['all of the default is the default', everyDefault, null],
    ['a list', ['callback_query'], ['callback_query']],
    ['its JSON text, in any letter case, twice', '["Message","message","poll"]', ['message', 'poll']],
    ['names that are newer than we are', ['message', 'hologram'], ['message', 'hologram']],
  ])('%s', (_name, parameter, expected) => {
    expect(nextAllowedUpdates(before, parameter)).toEqual(expected);
  });

  it('include all kinds but three by default, also those that we do not know', () => {
    const omittedKinds = ['chat_member', 'message_reaction', 'message_reaction_count'];
    expect(updateKinds.filter((kind) => !isAllowed(null, kind)).toSorted()).toEqual(omittedKinds);
    expect(isAllowed(null, 'hologram')).toBe(true);
    expect(isAllowed(['message'], 'hologram')).toBe(false);
  });

  it('we ask for every kind, and for what only the bot knows', () => {
    expect(JSON.parse(superset(['message']))).toEqual(updateKinds);
    expect(JSON.parse(superset(['message', 'hologram']))).toEqual([...updateKinds, 'hologram']);
  });
});

it.each([
  [{}, 0, 100, 0],
  [{ offset: '1', limit: '5', timeout: '10' }, 1, 5, 10],
  [{ offset: -1, limit: 0, timeout: 59 }, -1, 1, 50],
  [{ offset: 'x', limit: 1_000, timeout: -5 }, 0, 100, 0],
  [{ offset: '12abc', limit: '', timeout: null }, 12, 100, 0],
])('a poll %j is clamped as Telegram does', (params, offset, limit, timeout) => {
  expect(readPollRequest(params)).toMatchObject({ offset, limit, timeout });
});

it('a hot loop is slowed to one error in three seconds; clients that wait by themselves are not', () => {
  const run = (gapMs: number, errors: number): number[] => {
    const delays: number[] = [];
    let state: ErrorRun | null = null;
    for (let now = 0, index = 0; index < errors; index++) {
      const decided = delayOfError(state, now);
      delays.push(decided.delayMs);
      now += decided.delayMs;
      state = { ...decided.run, lastAt: now };
      now += gapMs;
    }
    return delays;
  };
  expect(run(0, 9)).toEqual([0, 100, 200, 400, 800, 1_600, 3_000, 3_000, 3_000]);
  expect(run(200, 3)).toEqual([0, 100, 200]);
  expect(run(3_000, 5)).toEqual([0, 0, 0, 0, 0]);
});

it('updates that wait here and updates that wait at Telegram are one queue', () => {
  const ids = (list: RawUpdate[]) => list.map(({ id }) => id);
  expect(ids(mergeUpdates([update(6), update(7)], [update(5), update(7), update(9)], 100))).toEqual([5, 6, 7, 9]);
  expect(ids(mergeUpdates([update(6), update(7)], [update(5), update(9)], 2))).toEqual([5, 6]);
});

it.each([
  ['nothing waits', [], 1, null],
  ['the last', [update(1), update(2), update(3)], 1, 3],
  ['the last two', [update(1), update(2), update(3)], 2, 2],
  ['more than there are', [update(1), update(2)], 5, 1],
  ['the last that it wants', [update(1), update(2), update(3, 'message_reaction')], 1, 2],
  ['nothing that it wants', [update(1, 'chat_member'), update(2, 'chat_member')], 1, 3],
])('a negative offset: %s', (_name, batch, count, expected) => {
  expect(offsetOfLast(batch, null, count)).toBe(expected);
});
