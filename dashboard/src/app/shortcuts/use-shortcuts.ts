import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { findShortcut, isTyping } from './find-shortcut.ts';
import type { Overlay } from './shortcut-context.ts';
import { readSingleKeys } from './single-keys.ts';

/** Listens to the whole page. Nothing happens while a dialog is open: its keys are its own. */
export function useShortcuts(show: (overlay: Overlay) => void): void {
  const router = useRouter();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const shortcut = findShortcut(event, { typing: isTyping(event.target), single: readSingleKeys() });
      if (shortcut === null || document.querySelector('dialog[open], [aria-modal="true"], [popover]:popover-open')) {
        return;
      }
      event.preventDefault();
      if (shortcut === 'palette' || shortcut === 'help') show(shortcut);
      else void import('./choose-detail.ts').then(({ chooseDetail }) => chooseDetail(router, shortcut));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [router, show]);
}
