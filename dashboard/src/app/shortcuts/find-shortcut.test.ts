import { expect, it } from 'vitest';
import { findShortcut } from './find-shortcut.ts';

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const freeState = { typing: false, single: true };

it.each([
  [{ key: 'k', code: 'KeyK', metaKey: true }, 'palette'],
  [{ key: 'k', code: 'KeyK', ctrlKey: true }, 'palette'],
  // A Russian keyboard types л with this key.
  [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'palette'],
  [{ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, null],
  [{ key: 'd', code: 'KeyD', ctrlKey: true }, null],
  [{ key: '/', code: 'Slash' }, 'palette'],
  [{ key: '.', code: 'Slash' }, 'palette'],
  [{ key: '.', code: 'Period' }, null],
  // A German keyboard has its hyphen there, and the slash above the 7.
  [{ key: '-', code: 'Slash' }, null],
  [{ key: '/', code: 'Digit7', shiftKey: true }, 'palette'],
  [{ key: '?', code: 'Slash', shiftKey: true }, 'help'],
  [{ key: ',', code: 'Slash', shiftKey: true }, 'help'],
  [{ key: 'd', code: 'KeyD' }, 'day'],
  [{ key: 'в', code: 'KeyD' }, 'day'],
  [{ key: 'w', code: 'KeyW' }, 'week'],
  // A French keyboard has its W where others have their Z.
  [{ key: 'w', code: 'KeyZ' }, 'week'],
  [{ key: 'm', code: 'KeyM' }, 'month'],
  [{ key: 'D', code: 'KeyD', shiftKey: true }, null],
  [{ key: 'd', code: 'KeyD', altKey: true }, null],
  [{ key: 'x', code: 'KeyX' }, null],
  [{ key: 'Enter', code: 'Enter' }, null],
] as const)('%o is %s', (event, shortcut) => {
  expect(findShortcut({ ...noModifiers, ...event }, freeState)).toBe(shortcut);
});

it.each([
  { typing: true, single: true },
  { typing: false, single: false },
])('%o leaves only Ctrl and ⌘', (state) => {
  for (const key of ['/', '?', 'd', 'w', 'm'])
    expect(findShortcut({ ...noModifiers, key, code: '' }, state)).toBeNull();
  expect(findShortcut({ ...noModifiers, key: 'k', code: 'KeyK', ctrlKey: true }, state)).toBe('palette');
});
