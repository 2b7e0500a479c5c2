import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { languageOf, showLanguage } from '../i18n/i18n.ts';
import { FriendlyPage } from '../ui/friendly-page.tsx';
import { failureText } from './refusals.ts';

/** Instead of a page that could not be drawn or whose data did not come. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { t } = useTranslation();
  useEffect(() => {
    // The very first call may have failed before a dictionary was there.
    showLanguage(languageOf(new URLSearchParams(location.search).get('lang') ?? undefined)).catch(() => undefined);
  }, []);
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <FriendlyPage
      title={t('General.Crash.title')}
      text={error instanceof ApiError ? failureText(error.code) : t('General.Crash.text')}
    >
      <Button onClick={retry}>{t('General.Retry')}</Button>
    </FriendlyPage>
  );
}
