import { readFileSync } from 'node:fs';
import type { Event } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { defaultStartRules, normalizeUpdate } from './normalize-update.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'));
const updates: Record<string, unknown>[] = read('framework-updates.json');
/** By the frameworks' own serializers: scripts/world/dump-updates.py. */
const dumps: Record<string, Record<string, unknown>[]> = read('framework-dumps.json');

const receivedAt = 1_772_435_800_000;
function normalize(update: unknown) {
  const result = normalizeUpdate({ bot: '0123456789abc', receivedAt, update }, defaultStartRules);
  if ('rejected' in result) throw new Error(result.rejected);
  return result;
}
const stripIdentity = ({ payload: _payload, id: _id, partitionKey: _partitionKey, ...event }: Event) => event;

describe.each(Object.keys(dumps))('an update dumped by %s', (name) => {
  it.each(updates.map((update, index) => [Object.keys(update)[1] ?? '', index] as const))(
    'is the event that Telegram’s own is: %s',
    (_kind, index) => {
      const { event, problem } = normalize(dumps[name]?.[index]);
      const original = normalize(updates[index]).event;
      expect(stripIdentity(event)).toEqual(stripIdentity(original));
      expect(problem).toBeUndefined();
      // These two add members of their own, so that a copy in both forms would be two events.
      if (name.startsWith('aiogram'))
        expect([event.id, event.partitionKey]).toEqual([original.id, original.partitionKey]);
    },
  );
});

const start = updates[0] as { message: Record<string, Record<string, unknown>> };
const changeMessage = (message: object) => ({ ...start, message: { ...start.message, ...message } });

it.each<[string, object]>([
  ['ids as texts', { from: { ...start.message.from, id: '5' }, chat: { ...start.message.chat, id: '5' } }],
  ['a private chat without its type', { chat: { id: 5, first_name: 'Ann' } }],
  ['a private chat whose type is null', { chat: { id: 5, type: null, first_name: 'Ann' } }],
  ['a date in milliseconds', { date: 1_772_435_730_000 }],
  ['a date in words of a date', { date: '2026-03-02T07:15:30.000Z' }],
  ['a null beside the alias', { from: null, from_user: start.message.from }],
  ['a null before the alias', { from_user: null }],
])('a launch with %s is the same event', (_name, message) => {
  const { event, problem } = normalize(changeMessage(message));
  expect(event).toMatchObject({ userId: 5, isStart: true, startPayload: 'ads', chatType: 'private' });
  expect([event.id, problem]).toEqual([normalize(start).event.id, undefined]);
  expect(JSON.parse(event.payload)).toMatchObject({ message: { from: { id: 5 }, chat: { type: 'private' } } });
});

it.each<[string, object]>([
  ['a group without its type', { chat: { id: -100_5, title: 'G' } }],
  ['an id that is no number', { from: { ...start.message.from, id: 'ann' } }],
  ['a date that is none', { date: 'yesterday' }],
])('%s is kept as it came', (_name, message) => {
  const update = changeMessage(message);
  expect(JSON.parse(normalize(update).event.payload)).toEqual(update);
});

it.each<[string, unknown, boolean]>([
  ['a message without a user', changeMessage({ from: undefined }), true],
  ['a message whose user is of another form', changeMessage({ from: { userId: 5 } }), true],
  ['a button press without a user', { update_id: 1, callback_query: { id: '1', data: 'a' } }, true],
  ['a message of a bot', changeMessage({ from: { id: 99, is_bot: true } }), false],
  ['a message in the name of a chat', changeMessage({ from: undefined, sender_chat: { id: -5 } }), false],
  ['a post', { update_id: 1, channel_post: { message_id: 1, chat: { id: -5, type: 'channel' } } }, false],
  ['an anonymous vote', { update_id: 1, poll_answer: { poll_id: '1', voter_chat: { id: -5 }, option_ids: [] } }, false],
  [
    'a boost of nobody',
    { update_id: 1, chat_boost: { chat: { id: -5 }, boost: { source: { source: 'giveaway' } } } },
    false,
  ],
  ['a poll', { update_id: 1, poll: { id: '1' } }, false],
  ['an unknown kind', { update_id: 1, kind_of_tomorrow: {} }, false],
])('%s is stored; reported to its sender: %s', (_name, update, isReported) => {
  expect(normalize(update).problem).toBe(isReported ? 'NoUser' : undefined);
});
