import { useSyncExternalStore } from 'react';

/** The message that the next one answers. */
export interface ReplyTarget {
  messageId: number;
  /** The beginning of it. */
  text: string;
}

const targets = new Map<string, ReplyTarget>();
const listeners = new Set<() => void>();
const toKey = (botKey: string, userId: number): string => `${botKey} ${userId}`;
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Chooses what the next message to this user answers; null for nothing. */
export function setReply(botKey: string, userId: number, target: ReplyTarget | null): void {
  if (target === null) targets.delete(toKey(botKey, userId));
  else targets.set(toKey(botKey, userId), target);
  for (const listener of listeners) listener();
}

export const useReply = (botKey: string, userId: number): ReplyTarget | undefined =>
  useSyncExternalStore(
    subscribe,
    () => targets.get(toKey(botKey, userId)),
    () => targets.get(toKey(botKey, userId)),
  );
