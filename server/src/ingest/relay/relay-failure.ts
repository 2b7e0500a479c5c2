import type { BotErrorReason } from '@botscope/contract';
import type { Answer, Silence } from './forward-update.ts';

/** A line for the bot's error log. */
export interface RelayFailure {
  kind: 'relay';
  /** HTTP status; 0 = no answer. */
  code: number;
  /** Bot API method, if the bot's reply is concerned. */
  method: string;
  reason: BotErrorReason;
  text: string;
}

const longestText = 2_000;

export function toRelayFailure(silence: Silence): RelayFailure {
  return { kind: 'relay', code: 0, method: '', reason: silence.reason, text: silence.text.slice(0, longestText) };
}

/** Passed on to the bot, and not recorded. */
export function tooLarge(raw: string): RelayFailure {
  return { kind: 'relay', code: 0, method: '', reason: 'TooLarge', text: raw.slice(0, longestText) };
}

/** The bot answered, but not with a 2xx. A packed body stays packed: its owner sees the status. */
export function toBadStatusFailure({ status, statusText, headers, body }: Answer): RelayFailure {
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  const bodyText = isPacked ? '' : body.toString('utf8', 0, longestText).trim();
  const text = `${status} ${statusText}${bodyText === '' ? '' : `: ${bodyText}`}`.slice(0, longestText);
  return { kind: 'relay', code: status, method: '', reason: 'BadStatus', text };
}
