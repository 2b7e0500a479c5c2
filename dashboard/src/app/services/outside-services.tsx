import type { ChatContext, PageContext } from '@botscope/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session.ts';
import { chatContext } from './chat-context.ts';

declare global {
  interface Window {
    botscopeChat?: ChatContext;
    botscopePage?: PageContext;
  }
}

interface Contexts {
  chat: ChatContext;
  page: PageContext;
}

/** Leaves a word where a script finds it when it begins, and notifies one that runs already. */
function announce<Name extends keyof Contexts>(name: Name, context: Contexts[Name]): void {
  Object.assign(window, { [name === 'chat' ? 'botscopeChat' : 'botscopePage']: context });
  window.dispatchEvent(new CustomEvent(`botscope:${name}`, { detail: context }));
}

const fetched = new Set<string>();

/** Fetches a script once, when the page has nothing else to do. One that does not come is missed by nobody. */
function fetchScript(src: string): void {
  if (fetched.has(src)) return;
  fetched.add(src);
  const add = (): void => {
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(add, { timeout: 5_000 });
  else setTimeout(add, 1_000);
}

/** Scripts of others that the operator has joined, given what the contract's `services.ts` lists and no more. */
export function OutsideServices() {
  const session = useSession();
  const router = useRouter();
  const { i18n } = useTranslation();
  const { user, services } = session;
  const { chat, analytics } = services;
  const locale = i18n.language;

  useEffect(() => {
    const context = chatContext(session, locale);
    if (!chat || !context) return;
    announce('chat', context);
    fetchScript(chat.script);
  }, [chat, session, locale]);

  useEffect(() => {
    if (!analytics) return;
    const notify = (): void => {
      const page = router.state.matches.at(-1)?.fullPath;
      if (page) announce('page', { page, locale, signed_in: user !== null });
    };
    notify();
    fetchScript(analytics.script);
    return router.subscribe('onResolved', ({ pathChanged }) => pathChanged && notify());
  }, [analytics, router, locale, user]);

  return null;
}
