/** Names of this feature's pages in the menu, the tabs and the palette. */
export const menu = {
  integrations: 'Integrations',
};

type Names = typeof menu;

declare module '../../../../platform/i18n/texts.ts' {
  interface MenuTexts extends Names {}
}
