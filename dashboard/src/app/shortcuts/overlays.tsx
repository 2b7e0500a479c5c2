import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { paletteTexts } from '../palette/texts.ts';
import { type Overlay, ShortcutContext } from './shortcut-context.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(
  withTexts([paletteTexts], async () => ({ default: (await import('../palette/palette.tsx')).Palette })),
);
const ShortcutHelp = lazy(
  withTexts([paletteTexts], async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp })),
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
