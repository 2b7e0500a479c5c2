import type { Event } from '@botscope/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { EventStore } from '../../../events/store/event-store.ts';
import { createRandom } from '../../../simulation/random.ts';
import { decideRejection } from '../../../simulation/telegram/simulated-telegram.ts';
import { classifyOutcome } from '../../../telegram/sending/classify-outcome.ts';
import { createDemoTelegram, demoApiRoot, demoToken, withoutAnswers } from './demo-telegram.ts';

const secret = 'what a stranger wrote';
const bot = { apiRoot: demoApiRoot, token: demoToken };
const messageTo = (chat_id: number) => ({
  method: 'sendMessage',
  params: {
    chat_id,
    text: secret,
    reply_markup: {
      inline_keyboard: [[{ text: secret, callback_data: secret }], [{ text: secret, url: 'https://x.y' }]],
    },
  },
  file: null,
});

/** The demo's Telegram, with all that is recorded; it knows every user. */
function world() {
  const recordedEvents: Event[] = [];
  let clock = Date.UTC(2026, 5, 1);
  const telegram = createDemoTelegram({
    bot: async () => ({ key: 'demobot000000', start_rules: null }),
    store: {
      write: async (events) => void recordedEvents.push(...events),
      query: async <Row extends object>({ params = {} }: Parameters<EventStore['query']>[0]) =>
        (params.users as number[]).map((user_id) => ({
          user_id,
          first_name: 'Ann',
          last_name: '',
          username: '',
          language_code: 'en',
          is_premium: true,
        })) as Row[],
    },
    logger: pino({ level: 'silent' }),
    now: () => clock,
    random: createRandom('demo telegram'),
    answerMs: 0,
  });
  return {
    telegram,
    recorded: recordedEvents,
    pass: (ms: number): void => {
      clock += ms;
    },
  };
}

it('answers as Telegram does: rising numbers, some rejections, a limit now and then', async () => {
  const { telegram, pass } = world();
  const outcomes = [];
  for (let id = 1; id <= 1_000; id += 1) {
    pass(100);
    outcomes.push({ id, ...classifyOutcome(await telegram.call(bot, messageTo(id), null)) });
  }
  const numbers = outcomes.flatMap((one) => (one.is === 'delivered' && one.messageId !== null ? [one.messageId] : []));
  expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true);
  expect(numbers.length).toBeGreaterThan(930);
  const refusedOutcomes = outcomes.filter((one) => one.is === 'refused');
  expect(refusedOutcomes.length).toBeGreaterThan(10);
  for (const one of refusedOutcomes) expect(one.is === 'refused' && one.reason).toBe(decideRejection(one.id));
  const limited = outcomes.filter((one) => one.is === 'limited');
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.length).toBeLessThanOrEqual(3);
});

it('its users press, answer, pay and leave within minutes, and nothing that was sent to them is recorded', async () => {
  const { telegram, recorded, pass } = world();
  for (let id = 1; id <= 400; id += 1) await telegram.call(bot, messageTo(id), null);
  await telegram.react();
  expect(recorded).toEqual([]);
  pass(60_000);
  await telegram.react();
  const presses = recorded.filter(({ kind }) => kind === 'callback_query');
  expect(presses.length).toBeGreaterThan(20);
  expect(new Set(presses.map(({ name }) => name))).toEqual(new Set(['campaign:1']));
  pass(60 * 60_000);
  await telegram.react();
  const kinds = new Set(recorded.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['callback_query', 'message', 'my_chat_member']));
  expect(recorded.some(({ type }) => type === 'payment')).toBe(true);
  expect(
    JSON.stringify(recorded, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('stranger');
});

it('takes no call that is not of the demo', async () => {
  const call = world().telegram.call({ apiRoot: 'https://api.telegram.org', token: 'x' }, messageTo(1), null);
  await expect(call).rejects.toThrow('not a call of the demo');
});

it('answers to calls of the demo are not recorded, those of other bots are', async () => {
  const writtenEvents: Event[] = [];
  const store = withoutAnswers({ write: async (events) => void writtenEvents.push(...events) }, 'demobot000000');
  const [ours, theirs] = [{ bot: 'demobot000000' }, { bot: 'another000000' }] as Event[];
  await store.write([ours!, theirs!]);
  expect(writtenEvents).toEqual([theirs]);
});
