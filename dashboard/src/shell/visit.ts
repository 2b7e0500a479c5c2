import type { AnyRouter } from '@tanstack/react-router';
import { refreshInit } from '../api/call.ts';
import { forgetNewBot } from '../pages/add-bot/new-bot.ts';
import { botMemory } from './bot-memory.ts';

/** After a sign-in that the server accepted: to the page that was asked for first, else Home. The query is kept. */
export async function enter(router: AnyRouter): Promise<void> {
  botMemory.keep({ ...botMemory.read(), demo: false });
  await refreshInit();
  const next = router.state.location.state.next;
  await router.navigate({ to: typeof next === 'string' ? next : '/', search: true, replace: true });
}

/** After the sign-out: a fresh page, so that nothing of the account stays, neither in storage nor in memory. */
export function leave(router: AnyRouter): void {
  botMemory.keep({ stored: null, demo: false });
  forgetNewBot();
  const { lang } = router.state.location.search;
  window.location.assign(router.buildLocation({ to: '/signin', search: { lang, bot: undefined } }).href);
}
