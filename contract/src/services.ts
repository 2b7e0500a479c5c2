import * as z from 'zod/mini';

/** A third-party script, loaded after the page. */
const OutsideScript = z.nullable(z.object({ script: z.url() }));

/** What the operator has joined to the dashboard; all null unless configured. */
export const OutsideServices = z.object({
  /** Address of the blog. */
  blog: z.nullable(z.url()),
  chat: OutsideScript,
  analytics: OutsideScript,
});
export type OutsideServices = z.output<typeof OutsideServices>;

/** How many of the account's bots the chat widget receives. */
export const mostChatBots = 5;

/**
 * What the chat widget finds in `window.botscopeChat` before it runs, and in the `detail` of each `botscope:chat` event
 * that the window gets when it has changed.
 */
export interface ChatContext {
  user: { key: string; email: string | null };
  tariff: number;
  bots: readonly { key: string; name: string }[];
  locale: string;
}

/**
 * What product analytics find in `window.botscopePage`, and in the `detail` of each `botscope:page` event: which page of
 * the dashboard is open, by its pattern (`/reports/$typeReport`). Never the address itself, which may name people.
 */
export interface PageContext {
  page: string;
  locale: string;
  signed_in: boolean;
}
