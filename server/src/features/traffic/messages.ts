import type { ProblemCode } from '@botscope/contract';
import type { LeaseHolder } from '../../ingest/leases/bot-leases.ts';
import type { LeaseUpdate } from '../../ingest/leases/lease-table.ts';
import type { ProxyBot, TelegramReply } from '../../ingest/proxy/proxy-deps.ts';
import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import type { SeenTraffic } from '../../ingest/recording/remote-recorder.ts';
import type { BotState } from '../../ingest/relay/relay.ts';
import type { CallLimits } from '../../platform/channel/channel.ts';
import type { MailingPress } from '../../telegram/mailing-press.ts';
import type { TrafficBot } from './traffic-host.ts';

/** Call of a bot about its webhook; the bot is named by its key. */
type Intercepted<Request = undefined> = {
  args: [bot: Pick<ProxyBot, 'key'>, token: string, request: Request];
  result: TelegramReply | 'forward';
};

/** Calls and notices from the traffic process to the app process. */
export interface AppSide {
  calls: {
    bot: { args: [key: string]; result: TrafficBot | null };
    botOfToken: { args: [token: string]; result: TrafficBot | null };
    setWebhook: Intercepted<{
      params: Record<string, string>;
      hasCertificate: boolean;
      /** The number of a queue that `drain` can read; null = what waits stays. */
      drop: number | null;
    }>;
    deleteWebhook: Intercepted<{ dropPending: boolean }>;
    getWebhookInfo: Intercepted;
    logOut: Intercepted;
    close: Intercepted;
    claimLease: { args: [bot: string, isPassedOn: boolean]; result: LeaseHolder };
    successorOf: { args: [bot: string]; result: string | null };
    leave: { args: []; result: undefined };
    beginPolling: { args: [bot: Pick<ProxyBot, 'key'>, token: string]; result: boolean };
    /** Answered at once by a process that is well. */
    ping: { args: []; result: null };
  };
  notices: {
    traffic: readonly SeenTraffic[];
    failure: Omit<BotFailure, 'count'> & { count?: number | undefined };
    gap: { bot: string; events: number };
    state: { bot: string; state: BotState };
    /** Number of updates that wait for the bot. */
    count: { bot: string; count: number };
    allowedUpdates: { bot: Pick<ProxyBot, 'key'>; kinds: string[] | null };
    problem: { bot: Pick<ProxyBot, 'key'>; code: ProblemCode; detail: string };
    /** An update was kept from the bot. */
    withheld: { bot: string; user: number; queryId: string | null };
    /** The user of a taken chat has started the bot again. */
    chatStart: { bot: string; user: number };
    /** A button of ours below a campaign message was pressed. */
    mailingPress: { bot: string; press: MailingPress };
    vitals: Vitals;
  };
}

/** Health of the traffic process. */
export interface Vitals {
  /** Delay of its event loop since the last report, seconds. */
  delayP99S: number;
  /** Resident, bytes. */
  memoryBytes: number;
  /** Traffic that the app process has not confirmed: items and characters. */
  waitingItems: number;
  waitingSize: number;
  /** Processor time since its start, seconds. */
  processorS: number;
}

/** Calls and notices from the app process to the traffic process. */
export interface TrafficSide {
  calls: {
    /** Records and confirms what waits at Telegram for the bot. */
    drain: { args: [drop: number]; result: undefined };
    /** Begins no more work of the bot here; false if some of it is under way, and goes on here. */
    giveUpLease: { args: [bot: string]; result: boolean };
    /** Counts unconfirmed updates and calls among those that were seen before the question. */
    unrecorded: { args: []; result: number };
  };
  notices: {
    /** Bots as they are now; null = there is none. `all`: these are all bots, and there are no others. */
    bots: { list: readonly [key: string, bot: TrafficBot | null][]; all: boolean };
    removed: string;
    leases: LeaseUpdate;
    /** Deliver what waits for the bot now. */
    retry: string;
    /** Numbers of traffic that is durable or given up. */
    recorded: readonly number[];
  };
}

/** A look-up in a store that may be slow: bots wait for it. */
const lookUpMs = 5_000;
/** One call of Telegram, which takes 15 s at most, and the turn of a bot's earlier one. */
const telegramMs = 20_000;
/** Several calls of Telegram, or all that waits there, 100 updates at a time. */
const severalCallsMs = 90_000;

/** Time limits for answers of the app process, ms. After them bots get 503, and ask again. */
export const appLimits: CallLimits<AppSide> = {
  bot: lookUpMs,
  botOfToken: lookUpMs,
  setWebhook: severalCallsMs,
  deleteWebhook: telegramMs,
  getWebhookInfo: telegramMs,
  logOut: telegramMs,
  close: telegramMs,
  claimLease: lookUpMs,
  successorOf: lookUpMs,
  leave: lookUpMs,
  beginPolling: telegramMs,
  ping: lookUpMs,
};

/** Time limits for answers of the traffic process, ms. */
export const trafficLimits: CallLimits<TrafficSide> = {
  drain: severalCallsMs,
  giveUpLease: telegramMs,
  unrecorded: lookUpMs,
};
