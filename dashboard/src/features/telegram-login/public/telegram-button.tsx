import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { RedirectButton } from '../data/redirect-button.tsx';
import { WidgetButton } from './widget-button.tsx';

interface TelegramButtonProps {
  purpose: 'in' | 'up';
  /** Whether the person wants to stay signed in. */
  remember?: () => boolean;
}

/** Signs in or up with Telegram, in the way that the installation has; nothing where it has none. Needs the texts `telegramLogin`. */
export function TelegramButton({ purpose, remember }: TelegramButtonProps) {
  const { telegram_login: login } = useSession();
  const router = useRouter();
  const { state, search } = router.state.location;
  const { next } = state;
  const trip = useMemo(
    () => ({ purpose, remember: false, search, ...(next === undefined ? {} : { next }) }),
    [purpose, search, next],
  );
  if (login === null) return null;
  if (login.way === 'widget') return <WidgetButton bot={login.bot ?? ''} trip={trip} />;
  return <RedirectButton trip={() => ({ ...trip, remember: remember?.() ?? false })} />;
}
