import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { DurableFile } from '../../platform/journal/durable-file.ts';
import type { BotLeases, PassOn } from '../leases/bot-leases.ts';
import type { CapturedCall } from '../proxy/captured-call.ts';
import type { BotHealth, BotState } from './bot-health.ts';
import type { Target } from './forward-update.ts';
import type { RelayFailure } from './relay-failure.ts';
import type { TakenChats } from './taken-chats.ts';
import type { WaitingUpdates } from './waiting-updates.ts';

/** A bot whose updates come from Telegram's webhook, or go to one of its own. */
export interface HookBot {
  key: string;
  /** Its own webhook; '' = none, its updates are only recorded. */
  webhook: string;
  /** Way in which it takes its updates: those that wait for a polling bot are kept without a webhook too. */
  delivery: 'webhook' | 'getUpdates' | 'api';
  /** Secret that it expects as `X-Telegram-Bot-Api-Secret-Token`; null = none. */
  botWebhookSecret: string | null;
  /** Proves that a request comes from Telegram: in our webhook's path, or as its secret token. */
  ourHookSecret: string;
  /** Kinds of update that it asked for; null or empty = Telegram's default. */
  allowedUpdates: readonly string[] | null;
  /** With it we can execute replies, so updates may wait here while the bot is down; null = it is not known. */
  token: string | null;
  apiRoot: string;
  /** Whether its calls are recorded; those in its replies are calls too. */
  recordsCalls: boolean;
}

export interface RelayDeps<B extends HookBot> {
  dataDir: string;
  /** For bots' webhooks. */
  dispatcher: Dispatcher;
  /** For executing replies. */
  telegram: Dispatcher;
  /** Null for an unknown key. Asked with each update: the caller caches. */
  bot(key: string): Promise<B | null>;
  /** Resolves when it is durable; never rejects. */
  record(bot: B, update: { raw: string; update: unknown }): Promise<void>;
  /** Never waited for. A call that Telegram executed itself has the status 0 and no response. */
  /** True while recording is known to be late: nobody waits for it then. */
  hasBacklog(): boolean;
  recordCall(bot: B, call: CapturedCall): void;
  reportFailure(bot: string, entry: RelayFailure): void;
  /** Updates that Telegram was answered for, and that a crash took along. */
  onGap(bot: string, updates: number): void;
  onBotState(bot: string, state: BotState): void;
  /** Bots that are served here, and the way to the processes that serve the others. */
  leases: BotLeases;
  passOn: PassOn;
  /** Time limit for passing on waiting updates at a stop, ms. */
  passTimeoutMs?: number;
  /** Lets others read how many updates wait, and ask for a new attempt. */
  waiting?: Pick<WaitingUpdates, 'setCount' | 'onRetry'>;
  /** Chats that colleagues answer instead of their bots; none unless given. */
  takenChats?: TakenChats;
  logger: Logger;
  /** Unix milliseconds. */
  now?: () => number;
  /** Calls `run` once after `ms`; gives the way to cancel that. */
  after?: (ms: number, run: () => void) => () => void;
  random?: () => number;
  /** Most bytes on disk of updates that wait. Beyond it Telegram keeps them. */
  maxQueueBytes?: number;
  /** Opens a file of the journal; tests put a full disk here. */
  openFile?: (path: string) => Promise<DurableFile>;
}

/** Dependencies that the parts of the relay share. */
export interface Parts<B extends HookBot> {
  deps: RelayDeps<B>;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  health: BotHealth;
  /** True while the server stops: what waits goes to the processes that will serve the bots. */
  isLeaving: () => boolean;
  /** A webhook's address taken apart; null for what is no address. */
  upstreams: (webhook: string) => Target | null;
  takenChats: TakenChats;
}

/** Entry of Telegram's webhooks. */
export interface HookHandler {
  handles(request: IncomingMessage): boolean;
  /** Answers it; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** The server stops: bots that are slow to answer are not waited for longer than some seconds. */
  stop(): void;
  close(): void;
}

export interface Relay {
  hooks: HookHandler;
  /** Updates that wait here for the bot. */
  queued(bot: string): number;
  retryNow(bot: string): void;
  /**
   * For a bot that polls now: the waiting updates from `offset` on, by number, as Telegram's bytes; those below `offset`
   * are confirmed. Its webhook is left alone for the next two minutes.
   */
  takeQueued(bot: string, offset: number, limit: number): Promise<{ id: number; raw: string }[]>;
  /** True while nothing of the bot waits here or is on its way to it. */
  isIdle(bot: string): boolean;
  /** The bot is deleted: nothing of it stays. */
  forget(bot: string): Promise<void>;
  /** To be called when no request is under way any more. What waits goes to the processes that will serve the bots. */
  close(): Promise<void>;
}
