import type { Language } from '@botscope/contract';
import type { TextKey } from './texts.ts';

const files = import.meta.glob<Record<string, object>>([
  '../../{analytics,app/palette,features/*}/locales/*/*.ts',
  // Texts of every first visit, and parts of other files.
  '!../../**/locales/*/{home,menu,permission-keys,policy-text,report-names,report-types,rules,segments}.ts',
  '!../../**/locales/*/provider-*.ts',
]);

/** `…/locales/en/user-notes.ts` → `en/UserNotes` */
function nameTexts(path: string): string {
  const [language = '', file = ''] = path.replace('.ts', '').split('/').slice(-2);
  return `${language}/${file.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}`;
}

const loaders = new Map(Object.entries(files).map(([path, load]) => [nameTexts(path), load]));

/** Loads the texts `UserNotes`: what `locales/{en,ru}/user-notes.ts` of some feature exports as `userNotes`. */
export async function loadDictionary(key: TextKey, language: Language): Promise<Partial<Record<TextKey, object>>> {
  const module = await loaders.get(`${language}/${key}`)?.();
  const texts = module?.[key.charAt(0).toLowerCase() + key.slice(1)];
  if (!texts) throw new Error(`No file has the texts ${key} (${language})`);
  return { [key]: texts };
}

/** Everything that `loadDictionary` may be asked for, for checks. */
export const textKeys = (language: Language): TextKey[] =>
  [...loaders.keys()].flatMap((name) =>
    name.startsWith(`${language}/`) ? [name.slice(language.length + 1) as TextKey] : [],
  );
