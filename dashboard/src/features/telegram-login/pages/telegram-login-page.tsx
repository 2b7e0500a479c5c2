import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import fields from '../../../ui/form.module.css';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { VisitorCard } from '../../../ui/visitor-card.tsx';
import { type LoginFailure, loginFailureText } from '../data/failure-text.ts';
import { readReturn } from '../data/telegram-return.ts';
import { type Trip, tripMemory } from '../public/trip.ts';
import { finishTrip } from './finish-trip.ts';

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
