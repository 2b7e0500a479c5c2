import { api, Inbox, inboxLivePath } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../api/call.ts';
import { useLive } from '../api/live.ts';

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call(api.inbox, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const keep = (inbox: Inbox): void => void queryClient.setQueryData(inboxQuery.queryKey, inbox);

/** Keeps the inbox fresh by server-sent events, once for the whole dashboard; a visitor has none. */
export const useInboxLive = (signedIn: boolean): void => useLive(signedIn ? inboxLivePath : null, 'inbox', Inbox, keep);

/** Marks everything up to the newest as read. The bell tells the truth at once; a failure is told by the next event. */
export async function readInbox(inbox: Inbox): Promise<void> {
  const newest = Math.max(0, ...inbox.items.map(({ id }) => id));
  keep({ unread: 0, items: inbox.items.map((item) => ({ ...item, read: true })) });
  try {
    keep(await call(api.readInbox, { body: { up_to: newest } }));
  } catch {
    await queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey });
  }
}
