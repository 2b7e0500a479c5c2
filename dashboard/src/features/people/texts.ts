import type { TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { people } from './locales/en/people.ts';
import type { rules } from './locales/en/rules.ts';
import type { segments } from './locales/en/segments.ts';

/** The list of users, segments, and the sentences of their rules. */
export const peopleTexts: TextPart = {
  en: async () => {
    const [{ people }, { rules }, { segments }] = await Promise.all([
      import('./locales/en/people.ts'),
      import('./locales/en/rules.ts'),
      import('./locales/en/segments.ts'),
    ]);
    return { People: { ...people, rules, segments } };
  },
  ru: async () => {
    const [{ people }, { rules }, { segments }] = await Promise.all([
      import('./locales/ru/people.ts'),
      import('./locales/ru/rules.ts'),
      import('./locales/ru/segments.ts'),
    ]);
    return { People: { ...people, rules, segments } };
  },
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    People: typeof people & { rules: typeof rules; segments: typeof segments };
  }
  interface MenuTexts {
    people: typeof menu.people;
    users: typeof menu.users;
    userList: typeof menu.userList;
    segments: typeof menu.segments;
  }
}
