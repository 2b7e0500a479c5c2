import { redirect } from '@tanstack/react-router';
import { tripMemory } from '../public/trip.ts';

/** Telegram's answer knows no language: the page goes on in the one that the tab left in. */
export function keepLanguage({ lang }: { lang?: string }): void {
  const left = tripMemory.read()?.search.lang;
  if (lang !== undefined || left === undefined) return;
  throw redirect({ to: '.', search: (kept) => ({ ...kept, lang: left }), replace: true });
}
