import { api } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useSession } from '../../../platform/session/session.ts';
import { type Trip, tripMemory } from './trip.ts';
import { WidgetButton } from './widget-button.tsx';

interface TelegramButtonProps {
  purpose: 'in' | 'up';
  /** Whether the user wants to stay signed in. */
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

/** Leaves for Telegram, which sends the browser back to our return page. */
function RedirectButton({ trip }: { trip: () => Trip & { purpose: 'in' | 'up' } }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Anyone who comes back with the browser's button finds the page as it was left.
    const wakeUp = () => setBusy(false);
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, []);
  const leave = async () => {
    setBusy(true);
    try {
      const { url } = await call(api.tgStart, {});
      tripMemory.keep(trip());
      window.location.assign(url);
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      // On a narrow phone the words take two lines.
      styles={{ root: { height: 'auto', minHeight: 42 }, label: { whiteSpace: 'normal' } }}
      loading={isBusy}
      leftSection={<IconBrandTelegram size={18} stroke={1.6} aria-hidden />}
      onClick={leave}
    >
      {t(`TelegramLogin.${trip().purpose}`)}
    </Button>
  );
}
