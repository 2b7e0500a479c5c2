import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, Flex, Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../analytics/question/use-address.ts';
import { ApiError, codeOf } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { parseLanguage } from '../../../platform/i18n/i18n.ts';
import { FriendlyPage } from '../../../ui/friendly-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import classes from './share.module.css';
import { useShare } from './share-data.ts';
import { SharedContent } from './shared-content.tsx';

const languageNames = { en: 'English', ru: 'Русский' } as const;

/** Around every state of a shared page: one column, whose numbers these are made with, the other language. */
function ShareFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const [, change] = useAddress();
  const other = parseLanguage(i18n.language) === 'en' ? 'ru' : 'en';
  return (
    <div className={classes.screen}>
      <meta name="robots" content="noindex, nofollow" />
      {children}
      <footer className={classes.foot}>
        <Flex component="span" gap={8} align="center">
          <Logo size={18} />
          {t('Share.page.made')}
        </Flex>
        <button
          type="button"
          lang={other}
          className={classes.language}
          title={t('Shell.language')}
          onClick={() => change({ lang: other }, { replace: true })}
        >
          {languageNames[other]}
        </button>
      </footer>
    </div>
  );
}

// Most links have no password, and its field comes with the code of all forms (15 kB).
const SharePassword = lazy(async () => ({ default: (await import('./share-password.tsx')).SharePassword }));

/** Page of a share link: the numbers, for readers without an account. No side menu, no session. */
export function SharePage() {
  const { t } = useTranslation();
  const { token = '' } = useParams({ strict: false });
  const [address, change] = useAddress();
  const period = typeof address.period === 'string' ? address.period : undefined;
  const query = useShare(token, period);
  const { data, error } = query;
  // The numbers on show go too: a link that was revoked shows nothing any more.
  if (isGone(error)) {
    return (
      <ShareFrame>
        <FriendlyPage title={t('Share.gone.title')} text={t('Share.gone.text')}>
          {null}
        </FriendlyPage>
      </ShareFrame>
    );
  }
  if (data?.locked) {
    return (
      <ShareFrame>
        <Suspense fallback={<main id="content" />}>
          <SharePassword token={token} onOpened={() => query.refetch()} />
        </Suspense>
      </ShareFrame>
    );
  }
  if (data) {
    return (
      <ShareFrame>
        <SharedContent
          view={data}
          stale={query.isPlaceholderData}
          failed={error !== null}
          onPeriod={(newPeriod) => change({ period: newPeriod }, { replace: true })}
        />
      </ShareFrame>
    );
  }
  if (error) {
    return (
      <ShareFrame>
        <FriendlyPage title={t('Share.failed')} text={failureText(codeOf(error))}>
          <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
            {t('General.Retry')}
          </Button>
        </FriendlyPage>
      </ShareFrame>
    );
  }
  return (
    <ShareFrame>
      <main id="content">
        <Skeleton height={28} width={280} mb={16} aria-hidden />
        <Skeleton height={480} aria-hidden />
      </main>
    </ShareFrame>
  );
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NotFound';
