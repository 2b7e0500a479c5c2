import { api, type Language } from '@botscope/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call, initQuery, queryClient } from '../api/call.ts';
import { showError } from '../errors/error-mapping.ts';
import { parseLanguage } from '../i18n/i18n.ts';
import { useSession } from './session.ts';

/** Each language calls itself by its own name. */
export const languageNames = { en: 'English', ru: 'Русский' } as const;

/** The language on show, and how to choose another: it goes into the address and, for an account, to the server. */
export function useLanguage() {
  const { lang } = useSearch({ from: '__root__' });
  const { user } = useSession();
  const navigate = useNavigate();
  return {
    language: parseLanguage(lang),
    choose: async (language: Language): Promise<void> => {
      await navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, lang: language }), replace: true });
      if (!user || user.locale === language) return;
      try {
        const answer = await call(api.setLang, { query: { lang: language } });
        queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, user: answer.user });
      } catch (error) {
        showError(error);
      }
    },
  };
}
