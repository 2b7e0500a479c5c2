import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { purchase } from './conversions/test-targets.ts';
import { toEvent } from './test-bot.ts';
import { testReport } from './test-query.ts';

/*
 * Ann, November 2026, UTC: pays 250 Stars on the 1st, blocks the bot on the 2nd; the bot refunds her on the 3rd. The bot
 * did that, not she: she acted on the 1st alone, and stays gone. The money is taken away on the 3rd. Of Zoe, whom the bot
 * has never met, nothing but a refund is known, on the 2nd: she is no bot user, so it counts nowhere.
 */
let store: ThrowawayStore;
let bot: string;
const from = { id: 1, is_bot: false, first_name: 'Ann' };
const chat = { id: 1, type: 'private' };
const zoe = { from: { id: 2, is_bot: false, first_name: 'Zoe' }, chat: { id: 2, type: 'private' } };
const paid = { currency: 'XTR', total_amount: 250, telegram_payment_charge_id: 'A' };
const self = { id: 99, is_bot: true, first_name: 'Bot' };

beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  const event = (id: number, text: string, kind: string, content: object) => {
    const date = `2026-11-${text}:00:00Z`;
    const body = { from, chat, date: Date.parse(date) / 1_000, ...content };
    return toEvent(bot, date, { update_id: id, [kind]: body });
  };
  const blocked = {
    old_chat_member: { status: 'member', user: self },
    new_chat_member: { status: 'kicked', user: self },
  };
  await store.write([
    event(1, '01T10', 'message', { message_id: 1, successful_payment: paid }),
    event(2, '02T10', 'my_chat_member', blocked),
    event(4, '02T12', 'message', {
      message_id: 3,
      ...zoe,
      refunded_payment: { ...paid, telegram_payment_charge_id: 'Z' },
    }),
    event(3, '03T10', 'message', { message_id: 2, refunded_payment: paid }),
  ]);
});
afterAll(() => store.close());

test.each([
  ['visitors', [1, 0, 0]],
  ['session_count', [1, 0, 0]],
  ['return_users', [0, 0, 0]],
  ['messages_from_user', [1, 0, 0]],
  ['active_users', [1, 0, 0]],
  ['left_users', [0, 1, 0]],
  ['sum_income', [250, 0, -250]],
])('a refund is nothing that the user does: %s', async (type, expected) => {
  const { lines } = await testReport(
    { store, now: () => Date.parse('2026-12-01T00:00:00Z') },
    {
      bot,
      type,
      period: '2026-11-01..2026-11-03',
      timeZone: 'UTC',
      detail: 'day',
      sessionGapMinutes: 30,
      targets: [purchase],
    },
  );
  expect(lines[0]?.values).toEqual(expected);
});
