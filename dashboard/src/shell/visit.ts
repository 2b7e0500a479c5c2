import type { AnyRouter } from '@tanstack/react-router';
import { queryClient, refreshInit } from '../api/call.ts';
import { forgetNewBot } from '../pages/add-bot/new-bot.ts';
import { botMemory } from './bot-memory.ts';

/** After a sign-in that the server accepted: to the page that was asked for first, else Home. The query is kept. */
export async function enter(router: AnyRouter): Promise<void> {
  botMemory.keep({ ...botMemory.read(), demo: false });
  await refreshInit();
  const next = router.state.location.state.next;
  await router.navigate({ to: typeof next === 'string' ? next : '/', search: true, replace: true });
}

/** After the sign-out: nothing of the account stays in the browser. */
export async function leave(router: AnyRouter): Promise<void> {
  botMemory.keep({ stored: null, demo: false });
  forgetNewBot();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'init' });
  await refreshInit();
  await router.navigate({ to: '/signin', search: (kept: { lang?: string }) => ({ lang: kept.lang, bot: undefined }) });
}
