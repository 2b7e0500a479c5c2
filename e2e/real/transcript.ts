import type { ConnectedBotscope } from './botscope.ts';
import type { Exchange } from './http-tap.ts';
import type { ShopRun } from './shop-run.ts';
import { methodOf, plainCall, polledUpdates, toWireLine, type WireLine, withoutNumbers } from './wire.ts';

/** Record of what Telegram and the bot saw of a scenario. Two transcripts can be compared with `toEqual`. */
export interface Transcript {
  /** Calls as Telegram understood them. */
  calls: object[];
  /** Calls in the answers of a webhook; they travel beside the others, so their place among those is a matter of luck. */
  replies: object[];
  /** Updates that the bot's own code got. */
  handled: unknown[];
  /** The bot's side of its calls, as they went over the wire; polls are under `updates`. */
  api: WireLine[];
  /** Telegram's side of the same calls. */
  apiAtTelegram: WireLine[];
  /** Polled updates, in the words of the server. */
  updates: string[];
  /** Requests to the bot's webhook with its answers, at the bot. */
  hook: WireLine[];
  /** The answers to the same deliveries, at Telegram. */
  hookAnswers: Pick<WireLine, 'status' | 'answerHeaders' | 'answer'>[];
}

/** Calls that look after the connection itself: a proxy may make and answer them. */
const aboutTheConnection = /^(getupdates|getme|setwebhook|deletewebhook|getwebhookinfo|getmycommands|getmyname)$/i;

export function buildTranscript(run: ShopRun, botscope?: ConnectedBotscope): Transcript {
  const isOwn = ({ path }: Exchange) => !aboutTheConnection.test(methodOf(path));
  const { token } = run.bot;
  const atTelegram = botscope && run.proxiesCalls ? botscope.callsOf(token) : run.api.exchanges;
  const calls = run.bot.calls.filter(({ method }) => !aboutTheConnection.test(method));
  return {
    calls: calls.filter(({ via }) => via === 'http').map(plainCall),
    replies: calls.filter(({ via }) => via === 'webhook reply').map(plainCall),
    handled: JSON.parse(withoutNumbers(JSON.stringify(run.process.receivedUpdates))),
    api: run.api.exchanges.filter(({ path }) => methodOf(path).toLowerCase() !== 'getupdates').map(toWireLine),
    apiAtTelegram: atTelegram.filter(isOwn).map(toWireLine),
    updates: polledUpdates(run.api.exchanges),
    hook: run.hook.exchanges.map(toWireLine),
    hookAnswers: run.delivery.exchanges
      .filter(({ body }) => !isOnlyForUs(body))
      .map(toWireLine)
      .map(({ status, answerHeaders, answer }) => ({
        status,
        // The others are not looked at by Telegram.
        answerHeaders: answerHeaders.filter((line) => /^(content-type|retry-after):/.test(line)),
        answer,
      })),
  };
}

/** We ask Telegram for every kind of update; the bots of the story did not ask for reactions and get none. */
const isOnlyForUs = (update: Buffer) => update.includes('"message_reaction":');
