import { redirect } from '@tanstack/react-router';
import { initQuery, queryClient } from '../api/call.ts';
import { languageOf, showLanguage } from '../i18n/i18n.ts';
import { botMemory } from './bot-memory.ts';
import { type Audience, guard } from './guard.ts';
import type { CommonSearch } from './search.ts';
import { settleBot } from './session.ts';

/** Runs before every page: who is looking, in which language, at which bot. */
export async function prepareVisit(search: CommonSearch): Promise<void> {
  const [init] = await Promise.all([queryClient.ensureQueryData(initQuery), showLanguage(languageOf(search.lang))]);
  if (search.demo === '1' && init.demo) {
    botMemory.keep({ ...botMemory.read(), demo: true });
    throw redirect({ to: '.', search: (kept) => ({ ...kept, demo: undefined, bot: undefined }), replace: true });
  }
  // An account that speaks Russian and opens a bare address gets its own language; the address then says so.
  if (search.lang === undefined && init.user && init.user.locale !== 'en') {
    throw redirect({ to: '.', search: (kept) => ({ ...kept, lang: init.user?.locale }), replace: true });
  }
  settleBot(init, search.bot);
}

/** The guard of one page, as its `beforeLoad`. The query is kept both ways; sign-in remembers the page. */
export const pageFor =
  (audience: Audience) =>
  async ({ location }: { location: { pathname: string } }): Promise<void> => {
    const init = await queryClient.ensureQueryData(initQuery);
    const elsewhere = guard(audience, { signedIn: init.user !== null, demo: botMemory.read().demo });
    if (elsewhere === null) return;
    throw redirect({ to: elsewhere, search: true, replace: true, state: { next: location.pathname } });
  };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Page that a visitor wanted before the guard led to sign-in. */
    next?: string;
    /** Address to which a code was just sent: the page after it need not ask again. */
    email?: string;
  }
}
