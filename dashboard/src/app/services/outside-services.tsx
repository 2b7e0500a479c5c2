import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session.ts';
import { chatContext } from './chat-context.ts';
import { announce, fetchScript } from './outside-script.ts';

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
