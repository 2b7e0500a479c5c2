import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conversationKey, type PersonRef } from './person-data.ts';

/**
 * True once the first page of the conversation has come, or where none is asked for. What stands beside it waits for that:
 * a dozen requests at once share one store and two cores, and the messages came last (350 ms instead of 150).
 */
export function useIsRead(person: PersonRef): boolean {
  const client = useQueryClient();
  const queryKey = conversationKey(person);
  const isReading = useIsFetching({ queryKey }) > 0;
  const [isRead, setRead] = useState(false);
  // Effects of children run first: a conversation on this page has asked by now.
  useEffect(() => {
    if (isReading || client.isFetching({ queryKey }) > 0) return;
    // The messages are painted first: what is drawn in the same task as they are holds them up (60 ms).
    const frame = requestAnimationFrame(() => setTimeout(() => setRead(true)));
    return () => cancelAnimationFrame(frame);
  });
  return isRead;
}
