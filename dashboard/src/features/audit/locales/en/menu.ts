/** Names of this feature's pages in the menu, the tabs and the palette. */
export const menu = {
  auditLog: 'Activity log',
  accountActivity: 'Activity',
};

type Names = typeof menu;

declare module '../../../../platform/i18n/texts.ts' {
  interface MenuTexts extends Names {}
}
