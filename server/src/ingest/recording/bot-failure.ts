import type { BotErrorKind, BotErrorReason } from '@botscope/contract';

/** A failure of a bot's traffic, as a line of the bot's error log. */
export interface BotFailure {
  /** Public key of the bot. */
  bot: string;
  kind: BotErrorKind;
  /** HTTP status or Telegram's error code; 0 = no answer in time. */
  code: number;
  /** Bot API method, if a call is concerned. */
  method?: string;
  reason: BotErrorReason;
  /** The piece itself, or what the other side answered; the log cuts it to 2,000 characters and redacts bot tokens. */
  text: string;
  /** The user whose traffic it is. An erasure of others leaves the text alone; where it is missing, of every text the structure. */
  userId?: number | null;
  /** Number of occurrences; 1 by default. */
  count?: number;
}
