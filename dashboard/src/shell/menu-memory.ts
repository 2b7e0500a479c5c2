/** Which groups of the side menu are open, as the browser remembers it: only those that somebody opened or closed. */
export type Folds = Readonly<Record<string, boolean>>;

const key = 'menu-groups';

/** Browsers with storage switched off throw, and others may have kept something else: then nothing is remembered. */
export function readFolds(): Folds {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry) => typeof entry[1] === 'boolean'));
  } catch {
    return {};
  }
}

export function keepFold(id: string, open: boolean): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readFolds(), [id]: open }));
  } catch {
    // The choice lives as long as the page.
  }
}
