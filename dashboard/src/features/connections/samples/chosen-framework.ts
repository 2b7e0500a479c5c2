import { useSyncExternalStore } from 'react';

const storageKey = 'framework';
const listeners = new Set<() => void>();
let frameworkName: string | null = read();

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The framework whose lines this browser's owner looked at last, the same in all samples of a page; null = none yet. */
export const useChosenFramework = (): string | null => useSyncExternalStore(subscribe, () => frameworkName);

export function chooseFramework(name: string): void {
  frameworkName = name;
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Without storage the choice lives as long as the page.
  }
  for (const listener of listeners) listener();
}
