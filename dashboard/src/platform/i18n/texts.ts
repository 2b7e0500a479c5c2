import type { shared } from './locales/en/shared.ts';

type Shared = typeof shared;

/** Names of pages and tabs. A feature declares its own in `locales/en/menu.ts`. */
export interface MenuTexts {
  dashboard: Shared['Menu']['dashboard'];
}

/** Texts of permissions, by their keys with underscores. A feature declares its own in `locales/en/permission-keys.ts`. */
export interface PermissionKeyTexts {
  report_view: Record<'name' | 'text', string>;
}

/** Texts that every first visit downloads. */
export interface FirstTexts {
  General: Shared['General'];
  // Mapped, for i18next finds no keys in an interface.
  Menu: { [Key in keyof MenuTexts]: MenuTexts[Key] };
  Notify: Shared['Notify'];
  Shell: Shared['Shell'];
}

/** The interface's texts by their first key. A feature declares its own in the English file that has them. */
export interface Texts extends FirstTexts {}

/** Names texts that are fetched when a page that needs them is first shown. */
export type TextKey = Exclude<keyof Texts, keyof FirstTexts>;
