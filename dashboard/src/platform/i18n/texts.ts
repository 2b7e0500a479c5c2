import type { Language } from '@botscope/contract';
import type { shared } from './locales/en/shared.ts';

type Shared = typeof shared;

/** Names of pages and tabs. A feature declares its own in its `texts.ts`; `locales/{en,ru}/menu.ts` has them. */
export interface MenuTexts {
  dashboard: Shared['Menu']['dashboard'];
}

/**
 * Texts of permissions, by their keys with underscores. A feature declares its own in its `texts.ts`;
 * `locales/{en,ru}/permission-keys.ts` has them.
 */
export interface PermissionKeyTexts {
  report_view: Record<'name' | 'text', string>;
}

/** The interface's texts by their first key. A feature declares its own in its `texts.ts`. */
export interface Texts {
  General: Shared['General'];
  // Mapped, for i18next finds no keys in an interface.
  Menu: { [Key in keyof MenuTexts]: MenuTexts[Key] };
  Notify: Shared['Notify'];
  Shell: Shared['Shell'];
}

/** Texts that are fetched together, when a page that needs them is first shown. */
export type TextPart = Record<Language, () => Promise<Partial<Record<keyof Texts, object>>>>;
