const maxRecent = 5;
const keyOf = (account: string | undefined): string => `recent:${account ?? 'demo'}`;

/** Ids of what was chosen in the palette, the newest first; kept in this browser, apart for every account. */
export function readRecent(account: string | undefined): string[] {
  try {
    return (localStorage.getItem(keyOf(account)) ?? '').split(' ').filter(Boolean).slice(0, maxRecent);
  } catch {
    return [];
  }
}

export function keepRecent(account: string | undefined, id: string): void {
  try {
    const rest = readRecent(account).filter((other) => other !== id);
    localStorage.setItem(keyOf(account), [id, ...rest].slice(0, maxRecent).join(' '));
  } catch {
    // Then nothing is recent.
  }
}
