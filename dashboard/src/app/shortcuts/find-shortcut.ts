export type Shortcut = 'palette' | 'help' | 'day' | 'week' | 'month';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const letters: Readonly<Record<string, Shortcut>> = { d: 'day', w: 'week', m: 'month' };

/**
 * The Latin letter of a key. Of a keyboard that writes others (Russian), it is the one that the key has on an English one.
 */
const toLatinLetter = ({ key, code }: Key): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '');

/** Returns the shortcut of a key press. `typing`: the focus takes text. `single`: keys without Ctrl or ⌘ work. */
export function findShortcut(event: Key, { typing, single }: { typing: boolean; single: boolean }): Shortcut | null {
  const { key, code, altKey, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) return !altKey && !shiftKey && toLatinLetter(event) === 'k' ? 'palette' : null;
  if (typing || !single || altKey) return null;
  // A Russian keyboard has the full stop on this key, and the comma above it.
  if (key === '/' || (code === 'Slash' && key === '.')) return 'palette';
  if (key === '?' || (code === 'Slash' && key === ',')) return 'help';
  return shiftKey ? null : (letters[toLatinLetter(event)] ?? null);
}

/** Whether keys write something there, or choose by their letter. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, [role="menu"], [role="menu"] *, [role="textbox"], [role="combobox"]') ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type))
  );
}
