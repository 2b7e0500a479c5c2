import type { MiniApp } from '@botscope/contract';

/** Fields of a Mini App or a website that lists use. */
export type ListedPage = Pick<MiniApp, 'bot_key' | 'status' | 'created_at'>;

/** Filter of a list; in the address. */
export interface ListSearch {
  /** Key of the bot whose pages are shown; `bot` is the one that other pages speak about. */
  owner?: string;
  /** Only those in this status. */
  status?: string;
}
export const listSearchKeys = ['owner', 'status'] as const;
