const key = 'single-keys';

/** Whether keys without Ctrl or ⌘ are shortcuts: anyone who speaks to the computer switches them off (WCAG 2.1.4). */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function keepSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // The choice lives as long as the dialog.
  }
}
