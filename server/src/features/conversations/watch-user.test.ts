import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { ann, annsChat, startHistory } from './test-history.ts';
import { createUserWatch } from './watch-user.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('a page hears of every event, whatever the clock of the process that received it says', async () => {
  const bot = store.freshBot();
  const history = startHistory(bot);
  /** A message received `seconds` from now by the clock of the page's process. */
  const receive = async (id: number, seconds: number) => {
    const date = Math.floor(now / 1_000) + seconds;
    const message = { message_id: id, from: ann, chat: annsChat, date, text: `message ${id}` };
    history.update(new Date(date * 1_000).toISOString(), { message }, date * 1_000);
    await store.write(history.events.splice(0));
  };
  await receive(1, -60);
  let looks = 0;
  const query: ThrowawayStore['query'] = async (statement) => {
    const rows = await store.query(statement);
    looks += 1;
    return rows as never;
  };
  const heard = vi.fn();
  const stop = createUserWatch({ store: { query }, now: () => now })(bot, ann.id, heard);
  await vi.waitFor(() => expect(looks).toBe(1), { timeout: 5_000 });
  expect(heard).toHaveBeenCalledTimes(0);

  const times = [
    [2, 5],
    // Its process has a slow clock.
    [3, -30],
    // It was received before the others, and stored after them.
    [4, -90],
  ] as const;
  for (const [index, [id, seconds]] of times.entries()) {
    await receive(id, seconds);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(index + 1), { timeout: 5_000 });
  }
  const before = looks;
  await vi.waitFor(() => expect(looks).toBe(before + 2), { timeout: 5_000 });
  expect(heard).toHaveBeenCalledTimes(times.length);
  stop();
});
