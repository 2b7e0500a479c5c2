import type { ConversationItem, ConversationPage } from '@botscope/contract';

/**
 * The pages with the newest one put in: known items are replaced, because a message may have been edited, and new ones
 * follow. Null where there is a gap between the pages and the newest one: then everything is to be loaded again.
 */
export function mergeNewest(
  pages: readonly ConversationPage[],
  newest: ConversationPage,
): { pages: ConversationPage[]; added: number } | null {
  const newestById = new Map(newest.items.map((item) => [item.id, item]));
  const knownIds = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const isJoined = knownIds.size === 0 || newest.before === null || newest.items.some(({ id }) => knownIds.has(id));
  if (!isJoined) return null;
  const newItems = newest.items.filter(({ id }) => !knownIds.has(id));
  const mergedPages = pages.map((page, index) => {
    const items = page.items.map((item) => newestById.get(item.id) ?? item);
    const isLast = index === pages.length - 1;
    return { ...page, outgoing: newest.outgoing, items: isLast ? [...items, ...newItems] : items };
  });
  return { pages: mergedPages, added: newItems.length };
}

/** All items once, in order; messages of one moment in Telegram's order, also where two pages meet. */
export function collectItems(pages: readonly ConversationPage[]): ConversationItem[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return [...byId.values()].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || one.message_id - other.message_id,
  );
}
