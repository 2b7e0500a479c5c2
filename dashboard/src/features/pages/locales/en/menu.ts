/** Names of this feature's pages in the menu and the palette. */
export const menu = {
  miniApps: 'Mini Apps',
  websites: 'Code for site',
};
