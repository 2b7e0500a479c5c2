/** Names of this feature's pages in the menu, the tabs and the palette. */
export const menu = {
  live: 'Live',
};
