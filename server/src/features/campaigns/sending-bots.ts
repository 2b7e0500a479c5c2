import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { Bots } from '../bots/bots.ts';
import type { SendingBot, SendingPorts } from '../campaign-engine/campaign-engine.ts';
import type { Connections } from '../connections/connections.ts';
import { createDemoTelegram, demoApiRoot, demoToken, exceptDemo, withoutAnswers } from './demo/demo-telegram.ts';

/** Bots as campaigns see them, and the calls for them: the demo's end in a simulated Telegram. */
export function createSendingBots(deps: {
  bots: Pick<Bots, 'cached' | 'tokenOf'>;
  connections: Connections;
  demoBotKey: string | null;
  logger: Logger;
  store: Pick<EventStore, 'query' | 'write'>;
  telegramDispatcher: Platform['telegramDispatcher'];
}) {
  const { bots, demoBotKey, logger, store } = deps;
  const apiRootOf = deps.connections.context.addresses.telegramRoot;
  const demoTelegram = createDemoTelegram({
    bot: async () => (demoBotKey === null ? null : bots.cached(demoBotKey)),
    store,
    logger,
  });
  const callTelegram = createCallTelegram(deps.telegramDispatcher);
  const call: SendingPorts['call'] = (to, ...args) =>
    (to.apiRoot === demoApiRoot ? demoTelegram.call : callTelegram)(to, ...args);
  const bot = async (key: string): Promise<SendingBot | null> => {
    const row = await bots.cached(key);
    if (row === null) return null;
    const { start_rules, paused_at } = row;
    const botFields = { key, start_rules, paused_at };
    if (row.is_demo) return { ...botFields, apiRoot: demoApiRoot, token: key === demoBotKey ? demoToken : null };
    return { ...botFields, apiRoot: apiRootOf(row), token: bots.tokenOf(row) };
  };

  return {
    bot,
    call,
    store: withoutAnswers(store, demoBotKey),
    /** The demo has no token here: for calls that are not simulated. */
    realBot: exceptDemo(bot),
    hasToken: async (key: string): Promise<boolean> => ((await bot(key))?.token ?? null) !== null,
    close: demoTelegram.close,
  };
}
