/** What the menu, the tabs and the palette call the pages of this feature. */
export const menu = {
  privacy: 'Privacy',
};
