import type { Account } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { inOrder, useFeatures } from '../../../../platform/routing/feature.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageTabs } from '../../../../ui/page-tabs.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Tip } from '../../../../ui/tip.tsx';
import forms from '../../public/profile-forms.module.css';

/** Everything that belongs to the account, in sections; the open one is in the address. */
export function ProfilePage() {
  const { user } = useSession();
  // The guard lets nobody else in; on the way out after a sign-out there may be nobody for a moment.
  return user && <OwnProfile key={user.key} user={user} />;
}

function OwnProfile({ user }: { user: Account }) {
  const { t } = useTranslation();
  const { tab: requested, email_code } = useSearch({ from: '/layout/profile' });
  const tabs = inOrder(useFeatures().map(({ profileTabs }) => profileTabs));
  const tabId = requested ?? (email_code === undefined ? undefined : 'sign-in');
  const tab = tabs.find(({ id }) => id === tabId) ?? tabs[0];
  return (
    <Page
      narrow
      title={t('Profile.title')}
      actions={
        user.is_admin && (
          <Tip text={t('Profile.adminHint')}>
            <span className={forms.badge}>{t('Profile.admin')}</span>
          </Tip>
        )
      }
    >
      <PageTabs
        label={t('Profile.tabs')}
        tabs={tabs.map(({ id, label }) => ({ key: id, name: label(t) }))}
        current={tab?.id ?? ''}
      />
      {user.email === null && tab?.id !== 'sign-in' && (
        <Notice tone="warn">
          {t('Profile.noEmail')}{' '}
          <TextLink to="/profile" search={{ tab: 'sign-in' }}>
            {t('Profile.noEmailLink')}
          </TextLink>
        </Notice>
      )}
      <Suspense fallback={<Skeleton height={240} aria-hidden />}>
        {tab && <tab.component user={user} emailCode={email_code} />}
      </Suspense>
    </Page>
  );
}
