import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../platform/api/api-error.ts';
import { failureText } from '../platform/errors/error-mapping.ts';
import { parseLanguage, showLanguage } from '../platform/i18n/i18n.ts';
import { isMissingCode } from '../platform/routing/page-code.ts';
import { FriendlyPage } from '../ui/friendly-page.tsx';

/** Instead of a page that could not be drawn or whose data did not come. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { t } = useTranslation();
  useEffect(() => {
    // The very first call may have failed before a dictionary was there.
    showLanguage(parseLanguage(new URLSearchParams(location.search).get('lang') ?? undefined)).catch(() => undefined);
  }, []);
  const retry = async () => {
    // Browsers do not fetch a part again that did not come once; a new page does, if the server is there to give it.
    if (isMissingCode(error))
      return fetch('/healthz')
        .then(() => location.reload())
        .catch(() => undefined);
    await router.invalidate();
    reset();
  };
  const code = error instanceof ApiError ? error.code : isMissingCode(error) ? 'InternetUnavailable' : null;
  return (
    <FriendlyPage title={t('General.Crash.title')} text={code === null ? t('General.Crash.text') : failureText(code)}>
      <Button onClick={retry}>{t('General.Retry')}</Button>
    </FriendlyPage>
  );
}
