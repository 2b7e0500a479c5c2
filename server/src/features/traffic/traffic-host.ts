import type { LeaseTable } from '../../ingest/leases/lease-table.ts';
import type { ProxyBot } from '../../ingest/proxy/proxy.ts';
import type { Intercepts } from '../../ingest/proxy/proxy-deps.ts';
import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import type { CallRecorder } from '../../ingest/recording/call-log.ts';
import type { RecordedBot } from '../../ingest/recording/make-events.ts';
import type { RetryRecorder } from '../../ingest/recording/retry-recorder.ts';
import type { BotState, HookBot } from '../../ingest/relay/relay.ts';
import type { TakenChat } from '../../ingest/relay/taken-chats.ts';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import type { MailingPress } from '../../telegram/mailing-press.ts';

/** A bot as relay and proxy need it, with its secrets decrypted. It never leaves the machine. */
export type TrafficBot = RecordedBot &
  HookBot &
  ProxyBot & {
    token_hash: string | null;
    /** Private chats that colleagues answer; absent = none. */
    takenChats?: readonly TakenChat[];
  };

/** Interface of the product for the relay and the proxy, in this process or in another one. */
export interface TrafficHost {
  /** From memory where possible. @throws AppError StoreUnavailable if it is not there and cannot be looked up */
  bot(key: string): Promise<TrafficBot | null>;
  /** Like `bot`, by the token; a bot that was connected by its name is recognized by its first call. */
  botOfToken(token: string): Promise<TrafficBot | null>;
  recorder: CallRecorder & Pick<RetryRecorder, 'recordUpdates' | 'hasBacklog'>;
  /** For the owner's error log. Never throws. */
  reportFailure(bot: string, failure: Omit<BotFailure, 'bot'>): void;
  /** Records that `events` updates or calls of the bot are lost; its owner is notified. */
  noteGap(bot: string, events: number): void;
  noteBotState(bot: string, state: BotState): void;
  intercepts: Intercepts<TrafficBot>;
  /** Private chats of a bot that colleagues answer, from memory. */
  takenChats(bot: string): readonly TakenChat[];
  /** An update was kept from the bot; `queryId`: of a pressed button, which waits for an answer. */
  noteWithheld(bot: string, user: number, queryId: string | null): void;
  /** The user of a taken chat has started the bot again. */
  noteStart(bot: string, user: number): void;
  /** A button of ours below a campaign message was pressed; the bot does not get it. */
  noteMailingPress(bot: string, press: MailingPress): void;
  /** Receives the relay's number of waiting updates, and asks it to deliver them now. */
  waiting: Pick<WaitingUpdates, 'setCount' | 'onRetry'>;
  /** Leases of the bots that are served here. */
  leases: LeaseTable;
  /** Sets the check that nothing of a bot is under way here any more, so that another process may serve it. */
  setIsIdle(isIdle: (bot: string) => boolean): void;
  /** Calls back with each bot that is removed; returns a function that unsubscribes. */
  onRemoved(listener: (key: string) => void): () => void;
  /** Ends the recording; no traffic follows. */
  close(): Promise<void>;
}
