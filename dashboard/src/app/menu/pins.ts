import { useSyncExternalStore } from 'react';
import { keepStored, readStored } from '../../platform/session/browser-storage.ts';
import { useSession } from '../../platform/session/session.ts';

/** With more of them the menu would no longer fit a screen of 900 px. */
export const maxPins = 5;

const listeners = new Set<() => void>();
/** Pins stay in this browser, apart for every account. */
const keyOf = (account: string | undefined): string => `pins:${account ?? 'demo'}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same account.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The ids of pinned menu entries, the oldest first. */
export const parsePins = (text: string): string[] => [...new Set(text.split(' '))].filter(Boolean).slice(0, maxPins);

/** Pinned last, or taken out. A full list stays as it is. */
export function togglePin(pins: readonly string[], id: string): string[] {
  if (pins.includes(id)) return pins.filter((pin) => pin !== id);
  return pins.length < maxPins ? [...pins, id] : [...pins];
}

export function usePins(): { pins: string[]; toggle(id: string): void } {
  const { user } = useSession();
  const key = keyOf(user?.key);
  const pins = parsePins(useSyncExternalStore(subscribe, () => readStored(key) ?? ''));
  return {
    pins,
    toggle(id) {
      keepStored(key, togglePin(pins, id).join(' '));
      for (const listener of listeners) listener();
    },
  };
}
