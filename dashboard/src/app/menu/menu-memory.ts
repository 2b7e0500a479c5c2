const key = 'menu-group';

/** The group of the side menu that someone opened last; '' for none. Browsers with storage switched off throw: then nothing is remembered. */
export function readOpenGroup(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function keepOpenGroup(id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // The choice lives as long as the page.
  }
}
