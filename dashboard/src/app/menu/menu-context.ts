import { createContext, useContext } from 'react';

/** The side menu as a drawer on small screens: the top bar opens it, a choice closes it. */
export interface MenuDrawer {
  opened: boolean;
  open(): void;
  close(): void;
}

export const MenuContext = createContext<MenuDrawer>({ opened: false, open: () => undefined, close: () => undefined });
export const useMenuDrawer = (): MenuDrawer => useContext(MenuContext);
