/** `localStorage` is for good, `sessionStorage` for this tab. */
type StorageName = 'localStorage' | 'sessionStorage';

/** Text that this browser remembers; null for none. Browsers with storage switched off throw, as in frames of others. */
export function readStored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text; null forgets it. What cannot be stored lives as long as the page. */
export function keepStored(key: string, text: string | null, storage: StorageName = 'localStorage'): void {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    // Nothing is remembered then.
  }
}
