import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { findShortcut, isTyping } from './find-shortcut.ts';
import { type Overlay, ShortcutContext } from './shortcut-context.ts';
import { readSingleKeys } from './single-keys.ts';

const Palette = lazy(
  withTexts(['Palette'], async () => ({ default: (await import('../palette/palette.tsx')).Palette })),
);
const ShortcutHelp = lazy(
  withTexts(['Palette'], async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp })),
);

/** Around everything behind the sign-in: the command palette and the list of shortcuts, both fetched when first asked for. */
export function Overlays({ children }: { children: ReactNode }) {
  const [shownOverlay, setShownOverlay] = useState<Overlay | null>(null);
  useShortcuts(setShownOverlay);
  const close = useCallback(() => setShownOverlay(null), []);
  return (
    <ShortcutContext value={setShownOverlay}>
      {children}
      <Suspense>
        {shownOverlay === 'palette' && <Palette onClose={close} onHelp={() => setShownOverlay('help')} />}
        {shownOverlay === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </ShortcutContext>
  );
}

/** Listens to the whole page. Nothing happens while a dialog is open: its keys are its own. */
function useShortcuts(show: (overlay: Overlay) => void): void {
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
