/** What the menu and the palette call the pages of this feature. */
export const menu = {
  websites: 'Code for site',
};
