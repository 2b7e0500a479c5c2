import * as z from 'zod/mini';

/** A third-party script, loaded after the page. */
const OutsideScript = z.nullable(z.object({ script: z.url() }));

/** Services that the operator has added to the dashboard; all null unless configured. */
export const OutsideServices = z.object({
  /** Address of the blog. */
  blog: z.nullable(z.url()),
  chat: OutsideScript,
  analytics: OutsideScript,
});
export type OutsideServices = z.output<typeof OutsideServices>;

/** Limit of the account's bots that the chat widget receives. */
export const maxChatBots = 5;

/**
 * Context of the chat widget: `window.botscopeChat` before it runs, and the `detail` of each `botscope:chat` event
 * that the window gets when it has changed.
 */
export interface ChatContext {
  user: { key: string; email: string | null };
  tariff: number;
  bots: readonly { key: string; name: string }[];
  locale: string;
}

/**
 * Context of product analytics: `window.botscopePage`, and the `detail` of each `botscope:page` event. It names the
 * open page of the dashboard by its pattern (`/reports/$typeReport`), never by its address, which may name users.
 */
export interface PageContext {
  page: string;
  locale: string;
  signed_in: boolean;
}
