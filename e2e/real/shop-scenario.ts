import type { SimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { until } from '../fixtures/server.ts';

/** Users whose numbers are the same in every run. */
export function shopUsers(telegram: SimulatedTelegram, bot: SimulatedBot) {
  return {
    anna: telegram.user({ bot, id: 710_000_001, first_name: 'Anna', language_code: 'ru', username: 'anna' }),
    boris: telegram.user({ bot, id: 710_000_002, first_name: 'Борис', is_premium: true }),
  };
}

/**
 * Everything that the bots of e2e/clients/shop can do, one step after another: each waits until the bot has answered, so
 * that two runs have the same order.
 */
export async function runShopScenario(telegram: SimulatedTelegram, bot: SimulatedBot): Promise<void> {
  const { anna, boris } = shopUsers(telegram, bot);

  const untilAnswered = async (action: () => unknown, ...methods: string[]): Promise<void> => {
    const calls = methods.map((method) => bot.nextCall(method));
    action();
    await Promise.all(calls);
  };
  const untilDelivered = () => until(async () => bot.pending === 0, 20_000);

  await untilAnswered(() => anna.sends('/start'), 'sendMessage');
  await untilAnswered(() => anna.presses('buy'), 'answerCallbackQuery', 'editMessageText');
  await untilAnswered(() => anna.sends('Hello 👋 "привет" \\ </b>'), 'sendMessage');
  await untilAnswered(() => boris.sends('/start'), 'sendMessage');
  // Bots that did not ask for reactions get none, even if others listen.
  anna.reacts('👍');
  await untilAnswered(() => boris.sendsInlineQuery('shoes'), 'answerInlineQuery');
  await untilAnswered(() => anna.sendsPhoto('A red one'), 'getFile', 'sendMessage');
  await untilAnswered(() => boris.sendsDocument(), 'getFile', 'sendMessage');
  await untilAnswered(() => anna.sends('/file'), 'sendDocument');
  await untilAnswered(() => anna.sends('/invoice'), 'sendInvoice');
  await untilAnswered(
    () => anna.pays({ amount: 50, currency: 'XTR', payload: 'order-1' }),
    'answerPreCheckoutQuery',
    'sendMessage',
  );
  boris.blocks();
  await untilDelivered();
  boris.unblocks();
  await untilDelivered();
  await untilAnswered(() => boris.sends('I am back'), 'sendMessage');
  await untilDelivered();
}
