/** Names of this feature's pages in the menu and the palette. */
export const menu = {
  usersGroup: 'People',
  users: 'Users',
  userList: 'List',
  segments: 'Segments',
};

type Names = typeof menu;

declare module '../../../../platform/i18n/texts.ts' {
  interface MenuTexts extends Names {}
}
