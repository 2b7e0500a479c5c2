import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../../platform/errors.ts';
import { PushFieldErrors } from '../push/push-error.ts';
import type { BotFailure } from './bot-failure.ts';
import { createConversionRecorder } from './conversion-recorder.ts';
import { createPendingUserChecks, type PendingUserChecks } from './pending-user-checks.ts';

let store: ThrowawayStore;
let failures: BotFailure[];
let pending: PendingUserChecks;
let bot: { key: string };
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
beforeEach(() => {
  failures = [];
  bot = { key: store.freshBot() };
  pending = pendingWith(store.query);
});

const pendingWith = (query: ThrowawayStore['query']) =>
  createPendingUserChecks({
    knownUsers: (bot, users) => loadKnownUsers({ query }, bot, users),
    botErrors: { record: (batch) => void failures.push(...batch) },
    logger: pino({ level: 'silent' }),
    delayMs: 60_000,
  });
const recorder = (write: ThrowawayStore['write'] = store.write) =>
  createConversionRecorder({
    store: { write },
    unknownTargets: async (_bot, ids) => ids.filter((id) => id > 10_001),
    pending,
  });
const one = { targetId: 10_001, userId: 1, date: '2026-03-01T10:00:00Z', amount: 0, currency: '' };
const loadEvents = () =>
  store.query<{ name: string; user_id: number }>({
    sql: 'SELECT name, user_id FROM events FINAL WHERE bot = {bot:String} ORDER BY name, user_id',
    params: { bot: bot.key },
  });

it('records a conversion once however often it is reported, and one without a date each time', async () => {
  const record = recorder();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await record(bot, [one, { ...one, userId: 2 }, { ...one, userId: 3, date: undefined }]);
  }
  expect(await loadEvents()).toEqual([1, 2, 3, 3].map((user_id) => ({ name: '10001', user_id })));
});

it('refuses what is no target of the bot, and records nothing of the request', async () => {
  const rejected = recorder()(bot, [one, { ...one, targetId: 10_002 }]);
  await expect(rejected).rejects.toEqual(new PushFieldErrors({ target_id: ['There is no target 10002'] }));
  await expect(rejected).rejects.toMatchObject({ fields: { target_id: ['There is no target 10002'] } });
  expect(await loadEvents()).toEqual([]);
});

it('notifies the owner, later, of users who had no contact with the bot', async () => {
  await recorder()(bot, [one, { ...one, userId: 2 }, { ...one, userId: 2, date: '2026-03-01T11:00:00Z' }]);
  // The message by which the user is met comes after the conversion.
  await store.write([anEvent({ bot: bot.key, userId: 1 })]);
  expect(failures).toEqual([]);
  await pending.close();
  expect(failures).toEqual(
    ['10', '11'].map((hour) => ({
      bot: bot.key,
      userId: 2,
      kind: 'update',
      code: 404,
      reason: 'UnknownUser',
      text: `{"conversion":{"target_id":10001,"user_id":2,"amount":0,"currency":"","date":"2026-03-01T${hour}:00:00Z"}}`,
    })),
  );
  await pending.close();
  expect(failures).toHaveLength(2);
});

it('takes nothing where nothing can be stored, and a store that is away later is no failure', async () => {
  const throwUnavailable = async () => {
    throw new AppError('StoreUnavailable');
  };
  await expect(recorder(throwUnavailable)(bot, [one])).rejects.toMatchObject({ code: 'StoreUnavailable' });
  pending = pendingWith(throwUnavailable);
  await recorder()(bot, [one]);
  await pending.close();
  expect(failures).toEqual([]);
});
