import type { BotErrorKind, BotErrorReason, ProblemCode } from '@botscope/contract';
import type { Logger } from 'pino';
import type { BotLeases, PassOn } from '../leases/bot-leases.ts';
import type { TakenChats } from '../relay/taken-chats.ts';
import type { PassedCall } from './passed-call.ts';

/** Bot that a token belongs to, as the proxy knows it. */
export interface ProxyBot {
  key: string;
  /** Address of its Telegram, without a slash at the end. */
  apiRoot: string;
  recordsCalls: boolean;
  delivery: 'webhook' | 'getUpdates' | 'api';
  /** Kinds that the bot asked for; null = Telegram's default. */
  allowedUpdates: readonly string[] | null;
}

/** An answer made here, in Telegram's shape. */
export interface TelegramReply {
  status: number;
  body: string;
}

/** Calls that the proxy must not pass on blindly, and what it finds out on the way. 'forward' = to Telegram, untouched. */
export interface Intercepts<B> {
  setWebhook(
    bot: B,
    token: string,
    /** `drop`: what waits is not for the bot; records and confirms it. Called when nothing more is refused, and no webhook stands. */
    request: { params: Record<string, string>; hasCertificate: boolean; drop?: () => Promise<void> },
  ): Promise<TelegramReply | 'forward'>;
  deleteWebhook(bot: B, token: string, request: { dropPending: boolean }): Promise<TelegramReply | 'forward'>;
  getWebhookInfo(bot: B, token: string): Promise<TelegramReply | 'forward'>;
  logOut(bot: B, token: string): Promise<TelegramReply | 'forward'>;
  close(bot: B, token: string): Promise<TelegramReply | 'forward'>;
  /**
   * A bot polls while our webhook is set at Telegram: removes it, keeping what is pending, unless the bot has set a
   * webhook of its own. Returns whether the poll may be served.
   */
  beginPolling(bot: B, token: string): Promise<boolean>;
  rememberAllowedUpdates(bot: B, kinds: string[] | null): void;
  problem(bot: B, code: ProblemCode, detail: string): void;
}

/** Updates that wait here since the bot's webhook did not take them; its polling gets them first. */
export interface QueuedUpdates {
  /** Returns their number. */
  queued(bot: string): number;
  /** From `offset` on, at most `limit`, by number; those below `offset` are confirmed and forgotten. */
  takeQueued(bot: string, offset: number, limit: number): Promise<{ id: number; raw: string }[]>;
}

/** Line of the owner's error log. */
export interface ProxyFailure {
  kind: Extract<BotErrorKind, 'call' | 'polling'>;
  code: number;
  method: string;
  reason: BotErrorReason;
  text: string;
}

/** The time (Unix milliseconds) and timers; `after` returns the function that cancels. */
export interface ProxyClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export interface ProxyDeps<B extends ProxyBot> {
  /** The bot of a token, or null. Rejects if it cannot be looked up now: then a call with a known token passes unrecorded. */
  botOfToken(token: string): Promise<B | null>;
  /** Telegram for bots that we do not know, without a slash at the end. */
  defaultApiRoot: string;
  /** Whether bots that nobody connected may call Telegram through us. */
  allowUnknown: boolean;
  /** The key of the bot that has called with this token before: it may go on while nobody can be asked. */
  botOfKnownToken(token: string): string | undefined;
  /** A call of a connected bot passed unrecorded: it is counted as a gap. */
  noteUnrecorded(bot: string): void;
  /** Resolves when durable; never rejects. */
  recordUpdates(bot: B, items: { raw: string; update: unknown }[]): Promise<void>;
  /** Resolves when the call survives a kill of the process; the bot's answer waits for that. Never rejects. */
  recordCall(bot: B, call: PassedCall): Promise<void> | void;
  reportFailure(bot: string, entry: ProxyFailure): void;
  intercepts: Intercepts<B>;
  queued: QueuedUpdates;
  /** Chats that colleagues answer instead of their bots; none unless given. */
  takenChats?: TakenChats;
  /** Bots that are served here, and the way to the processes that serve the others. */
  leases: BotLeases;
  passOn: PassOn;
  /** Default: the machine's. */
  clock?: ProxyClock;
  /** Milliseconds to connect, and to wait for an answer once the request is sent. */
  timeouts?: { connectMs?: number; answerMs?: number };
  logger: Pick<Logger, 'warn' | 'error'>;
}

export const wallClock: ProxyClock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
