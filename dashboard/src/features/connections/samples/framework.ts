/** Addresses of this installation and this bot in the lines. */
export interface Addresses {
  /** Address of this installation, without a slash at the end. */
  origin: string;
  /** API root in place of https://api.telegram.org, without a slash at the end. */
  apiRoot: string;
  /** Our webhook address for the bot. */
  hookUrl: string;
}

/**
 * Why lines are pasted: copies of the updates (`copies`) and of the bot's own calls (`calls`) through our API, our address
 * in place of Telegram's (`root`), our webhook in place of the bot's own (`hook`).
 */
export type Way = 'copies' | 'calls' | 'root' | 'hook';

/** One framework with the lines for each way that it has. */
export interface Framework extends Partial<Record<Way, (at: Addresses) => string>> {
  /** Name in every language of the dashboard. */
  name: string;
  /** Programming language: the heading over it in the list. */
  language: 'JavaScript' | 'Python' | 'Go' | 'PHP' | 'HTTP';
}
