import type { SimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { until } from '../fixtures/server.ts';

/** People whose numbers are the same in every run. */
export function shopPeople(telegram: SimulatedTelegram, bot: SimulatedBot) {
  return {
    anna: telegram.person({ bot, id: 710_000_001, first_name: 'Anna', language_code: 'ru', username: 'anna' }),
    boris: telegram.person({ bot, id: 710_000_002, first_name: 'Борис', is_premium: true }),
  };
}

/**
 * Everything that the bots of e2e/clients/shop can do, one step after another: each waits until the bot has answered, so
 * that two runs have the same order.
 */
export async function runShopScenario(telegram: SimulatedTelegram, bot: SimulatedBot): Promise<void> {
  const { anna, boris } = shopPeople(telegram, bot);

  const answered = async (action: () => unknown, ...methods: string[]): Promise<void> => {
    const calls = methods.map((method) => bot.nextCall(method));
    action();
    await Promise.all(calls);
  };
  const delivered = () => until(async () => bot.pending === 0, 20_000);

  await answered(() => anna.sends('/start'), 'sendMessage');
  await answered(() => anna.presses('buy'), 'answerCallbackQuery', 'editMessageText');
  await answered(() => anna.sends('Hello 👋 "привет" \\ </b>'), 'sendMessage');
  await answered(() => boris.sends('/start'), 'sendMessage');
  // Bots that did not ask for reactions get none, even if others listen.
  anna.reacts('👍');
  await answered(() => boris.sendsInlineQuery('shoes'), 'answerInlineQuery');
  await answered(() => anna.sendsPhoto('A red one'), 'getFile', 'sendMessage');
  await answered(() => boris.sendsDocument(), 'getFile', 'sendMessage');
  await answered(() => anna.sends('/file'), 'sendDocument');
  await answered(() => anna.sends('/invoice'), 'sendInvoice');
  await answered(
    () => anna.pays({ amount: 50, currency: 'XTR', payload: 'order-1' }),
    'answerPreCheckoutQuery',
    'sendMessage',
  );
  boris.blocks();
  await delivered();
  boris.unblocks();
  await delivered();
  await answered(() => boris.sends('I am back'), 'sendMessage');
  await delivered();
}
