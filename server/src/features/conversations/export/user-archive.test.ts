import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { asker, runAs, toAsker } from '../../../platform/fairness/asker.ts';
import type { BotRow } from '../../bots/bots.ts';
import { ann, startHistory } from '../test-history.ts';
import { userArchive } from './user-archive.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('messages, events and files are all read on behalf of who asked for the archive', async () => {
  const bot = store.freshBot();
  const history = startHistory(bot);
  // Events of two windows.
  for (let number = 1; number <= 250; number += 1) {
    history.says(number, new Date(now - number * 60_000).toISOString(), { text: `message ${number}` });
  }
  history.says(251, new Date(now - 1_000).toISOString(), { photo: [photo] });
  await store.write(history.events);
  const readBy: Record<'messages' | 'events' | 'files', string[]> = { messages: [], events: [], files: [] };
  const archive = runAs(toAsker({ key: 'ann' }, '192.0.2.1'), () =>
    userArchive(
      {
        async *eachMessage() {
          readBy.messages.push(...asker().places);
          yield* [];
        },
        async fetchFile() {
          readBy.files.push(...asker().places);
          return { path: import.meta.filename, size: 1 };
        },
      },
      {
        bot: { key: bot, bot_name: 'export_bot' } as BotRow,
        reading: {
          bot,
          user: ann.id,
          now,
          store: {
            query(statement) {
              readBy.events.push(...asker().places);
              return store.query(statement);
            },
          },
        },
        signal: new AbortController().signal,
        parts: { conversation: true, media: true, fields: true, campaigns: true },
        language: 'en',
        user: {},
      },
    ),
  );
  // The client reads outside the request that began the archive, and is slow.
  for await (const _ of archive) await nextTurn();
  expect(readBy.events.length).toBeGreaterThan(2);
  expect({ ...readBy, events: [...new Set(readBy.events)] }).toEqual({
    messages: ['account:ann'],
    events: ['account:ann'],
    files: ['account:ann'],
  });
});

const photo = { file_id: 'photo-1', file_unique_id: 'unique-1', width: 90, height: 90, file_size: 1 };
