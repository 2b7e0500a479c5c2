import { meetsTariff, type TariffDemand } from '@botscope/contract';
import { redirect } from '@tanstack/react-router';
import { initQuery, queryClient, refreshInit } from '../api/call.ts';
import { warnOfTariff } from '../errors/error-mapping.ts';
import { parseLanguage, showLanguage } from '../i18n/i18n.ts';
import { botMemory } from '../session/bot-memory.ts';
import { selectDefaultPage } from '../session/default-page.ts';
import { inviteMemory } from '../session/invite-memory.ts';
import { settleBot } from '../session/session.ts';
import { guard, type Visibility } from './guard.ts';
import type { CommonSearch } from './search.ts';

/** Runs before every page: who is looking, in which language, at which bot. */
export async function prepareVisit(search: CommonSearch, pathname: string): Promise<void> {
  if (search.invite_token !== undefined) {
    inviteMemory.keep(search.invite_token);
    if (queryClient.getQueryData(initQuery.queryKey)) await refreshInit();
    // A token is a key: it stays out of the history, and of what someone copies from the address bar.
    // The link leads to the sign-up; a browser that knows a bot of its own belongs to someone with an account.
    const to = pathname === '/signup' && botMemory.read().stored !== null ? '/signin' : '.';
    throw redirect({ to, search: (oldSearch) => ({ ...oldSearch, invite_token: undefined }), replace: true });
  }
  const [init] = await Promise.all([queryClient.ensureQueryData(initQuery), showLanguage(parseLanguage(search.lang))]);
  if (search.demo === '1' && init.demo) {
    botMemory.keep({ ...botMemory.read(), demo: true });
    throw redirect({
      to: '.',
      search: (oldSearch) => ({ ...oldSearch, demo: undefined, bot: undefined }),
      replace: true,
    });
  }
  // An account that speaks Russian and opens a bare address gets its own language; the address then says so.
  if (search.lang === undefined && init.user && init.user.locale !== 'en') {
    throw redirect({ to: '.', search: (oldSearch) => ({ ...oldSearch, lang: init.user?.locale }), replace: true });
  }
  if (init.user && init.invitation?.state === 'pending' && pathname !== '/invitation') {
    throw redirect({ to: '/invitation', search: true, replace: true, state: { next: pathname } });
  }
  const openedBot = inviteMemory.takeOpened();
  if (openedBot !== null && init.bots[openedBot]) {
    botMemory.keep({ stored: openedBot, demo: false });
    if (search.bot !== undefined && search.bot !== openedBot) {
      throw redirect({ to: '.', search: (oldSearch) => ({ ...oldSearch, bot: undefined }), replace: true });
    }
  }
  settleBot(init, search.bot);
}

/**
 * The guard of one page, as its `beforeLoad`. The query is kept both ways; sign-in remembers the page. A page that demands
 * more than the account's tariff has is answered by a warning and Home; the demo shows what every tariff has.
 */
export const pageFor =
  (visibility: Visibility, demand: TariffDemand = {}) =>
  async ({ location }: { location: { pathname: string } }): Promise<void> => {
    const init = await queryClient.ensureQueryData(initQuery);
    const elsewhere = guard(visibility, { signedIn: init.user !== null, demo: botMemory.read().demo });
    if (elsewhere !== null)
      throw redirect({ to: elsewhere, search: true, replace: true, state: { next: location.pathname } });
    const isDemo = visibility === 'demo' && botMemory.read().demo;
    if (isDemo || meetsTariff(demand, init.user?.tariff ?? null)) return;
    warnOfTariff();
    throw redirect({ to: '/', search: true, replace: true });
  };

/** Home, for anyone who may see a part of it; everyone else begins where they have access to their bot. */
export async function beginVisit(visit: { location: { pathname: string }; search: CommonSearch }): Promise<void> {
  await pageFor('demo')(visit);
  const defaultPage = selectDefaultPage(settleBot(await queryClient.ensureQueryData(initQuery), visit.search.bot).bot);
  if (defaultPage.to !== '/') throw redirect({ ...defaultPage, search: true, replace: true });
}

/** For the page of an invitation: anyone who has none, or is to sign in first, goes on. */
export async function needInvitation(): Promise<void> {
  const { user, invitation } = await queryClient.ensureQueryData(initQuery);
  if (user === null || invitation?.state !== 'pending') throw redirect({ to: '/', search: true, replace: true });
}

/** For the second step of a sign-in: anyone who comes without the first begins there. */
export function needTicket({ location }: { location: { state: { ticket?: string } } }): void {
  if (location.state.ticket === undefined) throw redirect({ to: '/signin', search: true, replace: true });
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Page that a visitor wanted before the guard led to sign-in. */
    next?: string;
    /** Address that was typed on the page before, or to which a code was just sent: it need not be asked for again. */
    email?: string;
    /** Ticket of a sign-in that waits for its second factor; good for ten minutes. */
    ticket?: string;
  }
}
