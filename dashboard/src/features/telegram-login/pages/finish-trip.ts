import { api, type TelegramData, telegramLoginPath } from '@botscope/contract';
import type { AnyRouter } from '@tanstack/react-router';
import { codeOf } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { browserTimeZone } from '../../../platform/i18n/format.ts';
import { i18n, parseLanguage } from '../../../platform/i18n/i18n.ts';
import { goOn } from '../../../platform/session/visit.ts';
import { keepUser } from '../../accounts/public/account-data.ts';
import type { LoginFailure } from '../data/failure-text.ts';
import type { Trip } from '../public/trip.ts';

/** Does what the tab left for, and goes on to where it was going. Returns why not, or null. */
export async function finishTrip(
  router: AnyRouter,
  brought: TelegramData | 'declined' | null,
  trip: Trip | null,
): Promise<LoginFailure | null> {
  if (brought === null && trip === null) {
    await router.navigate({ to: '/signin', search: true, replace: true });
    return null;
  }
  // Telegram's answer is removed from the address: it would stay in the history.
  await router.navigate({
    to: telegramLoginPath,
    search: trip?.search ?? {},
    state: (oldState: object) => ({ ...oldState, ...(trip?.next === undefined ? {} : { next: trip.next }) }),
    replace: true,
  });
  if (trip === null || brought === null) return 'elsewhere';
  if (brought === 'declined') return 'declined';
  try {
    await (trip.purpose === 'link' ? link(router, brought) : enterWith(router, brought, trip));
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

async function link(router: AnyRouter, body: TelegramData): Promise<void> {
  const { user } = await call(api.linkTelegram, { body });
  keepUser(user);
  showDone(i18n.t('TelegramLogin.section.linked'));
  await router.navigate({
    to: '/profile',
    search: (oldSearch: object) => ({ ...oldSearch, tab: 'sign-in' }),
    replace: true,
  });
}

async function enterWith(router: AnyRouter, body: TelegramData, { purpose, remember }: Trip): Promise<void> {
  const answer =
    purpose === 'up'
      ? await call(api.tgAuthUp, { query: { lang: parseLanguage(i18n.language), time_zone: browserTimeZone() }, body })
      : await call(api.tgAuthIn, { query: { rememberMe: remember ? 'true' : 'false' }, body });
  await goOn(router, answer);
}
