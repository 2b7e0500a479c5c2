import { createContext } from 'react';

/** What a shortcut, or the button that stands for it, opens above the page. */
export type Overlay = 'palette' | 'help';

export const ShortcutContext = createContext<(overlay: Overlay) => void>(() => undefined);
