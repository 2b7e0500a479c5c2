import { createContext } from 'react';

/** Overlay above the page that a shortcut, or its button, opens. */
export type Overlay = 'palette' | 'help';

export const ShortcutContext = createContext<(overlay: Overlay) => void>(() => undefined);
