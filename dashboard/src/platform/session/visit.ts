import type { SignedInAnswer } from '@botscope/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { initQuery, queryClient, refreshInit } from '../api/call.ts';
import { botMemory } from './bot-memory.ts';
import { inviteMemory } from './invite-memory.ts';

/** After a sign-in that the server accepted: to the page that was asked for first, else Home. The query is kept. */
export async function enter(router: AnyRouter): Promise<void> {
  botMemory.keep({ ...botMemory.read(), demo: false });
  // Notices of the activation's answer (an invitation that was used) were not shown yet.
  const notices = queryClient.getQueryData(initQuery.queryKey)?.notify ?? [];
  inviteMemory.confirm();
  await refreshInit();
  queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, notify: [...notices, ...init.notify] });
  const next = router.state.location.state.next;
  await router.navigate({ to: typeof next === 'string' ? next : '/', search: true, replace: true });
}

/** After a right password, or what stands for one: in, or on to the code that the account still asks for. */
export async function goOn(router: AnyRouter, { second_factor: ticket }: SignedInAnswer): Promise<void> {
  if (ticket === null) return enter(router);
  await router.navigate({ to: '/second-factor', search: true, state: (oldState: object) => ({ ...oldState, ticket }) });
}

const forgetters = new Set<() => void>();

/** Adds what else has to be forgotten when the account signs out. */
export const atSignOut = (forget: () => void): unknown => forgetters.add(forget);

/** After the sign-out: a fresh page, so that nothing of the account stays, neither in storage nor in memory. */
export function leave(router: AnyRouter): void {
  botMemory.keep({ stored: null, demo: false });
  for (const forget of forgetters) forget();
  const { lang } = router.state.location.search;
  window.location.assign(router.buildLocation({ to: '/signin', search: { lang, bot: undefined } }).href);
}
