/** A list that pages push to, whether the script has loaded already or comes later. */
type Queue = unknown[] & { taken?: true };

declare global {
  interface Window {
    botscope?: Queue;
    graspil?: Queue;
  }
}

/**
 * Takes everything that pages push to a list: what is there already and what comes later. It stays a real array, since
 * pages replace what is none. A list that another copy of the script has taken is left to it.
 */
export function takeQueue(take: (item: unknown) => void, queue: Queue = []): Queue {
  if (!queue.taken) {
    queue.taken = true;
    queue.forEach(take);
    queue.push = (...items) => {
      items.forEach(take);
      return [].push.apply(queue, items as never[]);
    };
  }
  return queue;
}

/**
 * Lists that pages have given any name: those in which something has a key. Describing all that a window has takes 100 ms
 * on a slow phone, so it is done only where nothing else has a key. No getter of the window is called.
 */
export const namedQueues = (): Queue[] =>
  Object.values(Object.getOwnPropertyDescriptors(window))
    .map(({ value }) => value)
    .filter((value) => Array.isArray(value) && value.some((item) => /^\w{32}$/.test(item?.key)));
