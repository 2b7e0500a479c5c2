import { type RefObject, useEffect } from 'react';

/** User whose composer was requested; kept until its field exists, because its tab may have to be opened first. */
let requested: string | null = null;
const listeners = new Set<() => void>();
const toKey = (botKey: string, userId: number): string => `${botKey} ${userId}`;

/** Moves the focus into the field for a message to this user, now or when there is one. */
export function requestComposer(botKey: string, userId: number): void {
  requested = toKey(botKey, userId);
  for (const listener of listeners) listener();
}

/** The field takes the focus whenever it is requested. */
export function useFocusRequest(botKey: string, userId: number, field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const look = () => {
      if (requested !== toKey(botKey, userId)) return;
      requested = null;
      // After the menu that asked for it has closed: it gives the focus back to its button.
      requestAnimationFrame(() => field.current?.focus());
    };
    look();
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [botKey, userId, field]);
}
