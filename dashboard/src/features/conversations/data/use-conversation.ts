import { UserChange, userLivePath } from '@botscope/contract';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLive } from '../../../platform/api/live.ts';
import { refreshTakeover } from '../../takeover/public/takeover-data.ts';
import { collectItems, mergeNewest } from './merge-newest.ts';
import { conversationQuery, headQuery, readPage, type UserRef } from './user-data.ts';

/** A conversation around a place (its end without one) that grows at both ends, and follows what is new. */
export function useConversation(user: UserRef, anchor: string | undefined) {
  const client = useQueryClient();
  const options = conversationQuery(user, anchor);
  const query = useInfiniteQuery(options);
  /** Number of items that came while the page was open. */
  const [addedCount, setAddedCount] = useState(0);
  const isAtEnd = query.data !== undefined && !query.hasNextPage;
  /** `again`: something more happened while the newest page was on its way. */
  const reading = useRef({ isRunning: false, again: false });

  const takeNewest = async (): Promise<void> => {
    if (!isAtEnd) return;
    reading.current.again = reading.current.isRunning;
    if (reading.current.isRunning) return;
    reading.current.isRunning = true;
    try {
      const newest = await readPage(user, {});
      const data = client.getQueryData(options.queryKey);
      const mergeResult = data && mergeNewest(data.pages, newest);
      if (mergeResult === null) await client.resetQueries({ queryKey: options.queryKey });
      if (!data || !mergeResult) return;
      const newData: InfiniteData<typeof newest, (typeof data.pageParams)[number]> = {
        ...data,
        pages: mergeResult.pages,
      };
      client.setQueryData(options.queryKey, newData);
      setAddedCount((count) => count + mergeResult.added);
      // A message or a block may have opened or closed the chat.
      if (mergeResult.added > 0) void client.invalidateQueries({ queryKey: headQuery(user).queryKey });
    } catch {
      // The next event tries again.
    } finally {
      reading.current.isRunning = false;
      if (reading.current.again) void takeNewest();
    }
  };
  useLive(userLivePath(user.key, user.userId), 'changed', UserChange, ({ what }) => {
    void (what === 'takeover' ? refreshTakeover(user.key, user.userId) : takeNewest());
  });

  const pages = query.data?.pages;
  const items = useMemo(() => collectItems(pages ?? []), [pages]);
  return { query, items, added: addedCount, isAtEnd, outgoing: pages?.at(-1)?.outgoing };
}
