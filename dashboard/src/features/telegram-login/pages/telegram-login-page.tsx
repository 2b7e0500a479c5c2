import { api, type TelegramData, telegramLoginPath } from '@botscope/contract';
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { browserTimeZone } from '../../../platform/i18n/format.ts';
import { i18n, parseLanguage } from '../../../platform/i18n/i18n.ts';
import { goOn } from '../../../platform/session/visit.ts';
import fields from '../../../ui/form.module.css';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { VisitorCard } from '../../../ui/visitor-card.tsx';
import { keepUser } from '../../accounts/public/account-data.ts';
import { type LoginFailure, loginFailureText } from '../data/failure-text.ts';
import { readReturn } from '../data/telegram-return.ts';
import { type Trip, tripMemory } from '../public/trip.ts';

const TelegramButton = lazy(async () => ({ default: (await import('../public/telegram-button.tsx')).TelegramButton }));

/** Page to which Telegram returns after login: goes on by itself, or shows why it cannot. */
export function TelegramLoginPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const location = useLocation();
  const hasStarted = useRef(false);
  const [trip, setTrip] = useState<Trip | null>(null);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  useEffect(() => {
    // Telegram's answer is good for one try.
    if (hasStarted.current) return;
    hasStarted.current = true;
    const loginResult = readReturn(location.search as Record<string, string>);
    const storedTrip = tripMemory.take();
    setTrip(storedTrip);
    void finishTrip(router, loginResult, storedTrip).then(setFailure);
  }, [router, location]);
  const isLink = trip?.purpose === 'link';
  return (
    <VisitorCard
      title={t(isLink ? 'TelegramLogin.page.linkTitle' : 'TelegramLogin.page.title')}
      text={t(failure === null ? 'TelegramLogin.page.waiting' : 'TelegramLogin.page.failed')}
      below={
        isLink ? (
          <TextLink to="/profile" search={{ tab: 'sign-in' }}>
            {t('TelegramLogin.page.toProfile')}
          </TextLink>
        ) : (
          <TextLink to="/signin" search={true}>
            {t('Auth.toSignin')}
          </TextLink>
        )
      }
    >
      {failure !== null && (
        <div className={fields.fields}>
          <div role="alert">
            <Notice tone="warn">{loginFailureText(failure, trip?.purpose ?? 'in')}</Notice>
          </div>
          {!isLink && (
            <Suspense>
              <TelegramButton purpose={nextPurpose(failure, trip)} />
            </Suspense>
          )}
        </div>
      )}
    </VisitorCard>
  );
}

/** Returns the next thing to try: sign up an unknown user, sign in a known one, else repeat the last attempt. */
function nextPurpose(failure: LoginFailure, trip: Trip | null): 'in' | 'up' {
  if (failure === 'userNotFound') return 'up';
  if (failure === 'TidExist') return 'in';
  return trip?.purpose === 'up' ? 'up' : 'in';
}

/** Does what the tab left for, and goes on to where it was going. Returns why not, or null. */
async function finishTrip(
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
