import type { AnyRouter } from '@tanstack/react-router';
import { initQuery, queryClient } from '../api/call.ts';
import { botMemory } from '../session/bot-memory.ts';
import { chooseBot } from '../session/current-bot.ts';
import { defaultPagePath, selectDefaultPage } from '../session/default-page.ts';

/** Pages that speak of the account, not of a bot: nobody is led away from them. */
const accountPages = /^\/(bots|add-bot|profile)$/;

/**
 * Goes Home from a page that is not to be seen any more: one that was refused, or one about a bot of `lostKeys`. Home leads
 * on to where the next bot begins; anyone who is there already stays, or a refused call there would lead in circles.
 */
export async function leaveFor(router: AnyRouter, lostKeys: readonly string[], wasRefused: boolean): Promise<void> {
  const { pathname, search } = router.state.location;
  const memory = botMemory.read();
  const isAboutBot = lostKeys.includes(search.bot ?? memory.stored ?? '') && !accountPages.test(pathname);
  const isInPath = lostKeys.some((key) => pathname.includes(key));
  // A call of the page before, which ends after the way to this one began, is no reason to leave it.
  const isRefused = wasRefused && !accountPages.test(pathname);
  if (!isRefused && !isAboutBot && !isInPath) return;
  const init = queryClient.getQueryData(initQuery.queryKey);
  const bot = lostKeys.includes(search.bot) ? undefined : search.bot;
  const { bot: next } = chooseBot({ bots: init?.bots ?? {}, demoBot: init?.demo ?? null, requested: bot, ...memory });
  if (!isAboutBot && (pathname === '/' || pathname === defaultPagePath(selectDefaultPage(next)))) return;
  await router.navigate({ to: '/', search: { lang: search.lang, bot }, replace: isAboutBot || isInPath });
}
