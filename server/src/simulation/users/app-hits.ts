import type { User } from './telegram-types.ts';

/** Hit that a Mini App's counter sends about its user. */
export interface AppHit {
  from: User;
  /** `app_launch`, or an event that the app itself names. */
  name: string;
  /** Payload of the `startapp` link that opened it. */
  start_param?: string;
  /** Telegram's words: `ios`, `android`, `tdesktop`, `macos`, `web`, `weba` … */
  platform: string;
  /** Version of the Mini App interface, `8.0`. */
  version: string;
  /** ID of the opening of the app that it belongs to. */
  launch?: string;
  /** Path of the page. */
  path?: string;
  /** Country of the user, ISO 3166-1 alpha-2; '' = not known. */
  country?: string;
  /** Telegram says that the bot may write to the user. */
  allowsWriting?: boolean;
}

/** A hit with its moment, ISO. */
export interface DatedHit {
  date: string;
  hit: AppHit;
}

/** Circumstances in which a user opens a Mini App. */
export interface AppOpening {
  platform?: string;
  version?: string;
  country?: string;
  /** Payload of the link; without one it was opened from inside the chat. */
  startapp?: string;
  allowsWriting?: boolean;
}

export const appLaunch = 'app_launch';
