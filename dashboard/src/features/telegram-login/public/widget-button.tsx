import { telegramLoginPath } from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { type Trip, tripMemory } from './trip.ts';

const script = 'https://telegram.org/js/telegram-widget.js?23';

/**
 * Telegram's own button, in a frame of theirs. It sends the browser to our return page: the other way, a function to
 * call, would need `eval`, which the content policy forbids.
 */
export function WidgetButton({ bot, trip }: { bot: string; trip: Trip }) {
  const { t, i18n } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => tripMemory.keep(trip), [trip]);
  useEffect(() => {
    const element = document.createElement('script');
    element.async = true;
    element.src = script;
    element.dataset.telegramLogin = bot;
    element.dataset.size = 'large';
    element.dataset.authUrl = new URL(telegramLoginPath, window.location.origin).href;
    element.dataset.requestAccess = 'write';
    element.dataset.lang = i18n.language;
    element.addEventListener('error', () => setHasFailed(true));
    const holder = place.current;
    holder?.append(element);
    return () => holder?.replaceChildren();
  }, [bot, i18n.language]);
  return hasFailed ? <Notice tone="warn">{t('TelegramLogin.noButton')}</Notice> : <div ref={place} />;
}
