/** A list that pages push to, whether the script has loaded already or comes later. */
type Queue = unknown[] & { taken?: true };

/** Lists that pages may have given any name: those in which something has a key. No getter of the window is called. */
export const namedQueues = (): Queue[] =>
  Object.values(Object.getOwnPropertyDescriptors(window))
    .map(({ value }) => value)
    .filter((value) => Array.isArray(value) && value.some((item) => /^\w{32}$/.test(item?.key)));

/**
 * Takes everything that pages push to `window.botscope` and to `others`: what is there already and what comes later.
 * Each stays a real array, since pages replace what is none. Lists that another copy of the script has taken are left
 * to it.
 */
export function takeQueue(take: (item: unknown) => void, others: readonly Queue[] = []): void {
  const page = window as { botscope?: Queue };
  page.botscope ??= [];
  for (const queue of [page.botscope, ...others]) {
    if (queue.taken) continue;
    queue.taken = true;
    queue.forEach(take);
    queue.push = (...items) => {
      items.forEach(take);
      return [].push.apply(queue, items as never[]);
    };
  }
}
