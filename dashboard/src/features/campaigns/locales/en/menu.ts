/** Names of this feature's pages in the menu and the palette. */
export const menu = { mailing: 'Mailing' };
