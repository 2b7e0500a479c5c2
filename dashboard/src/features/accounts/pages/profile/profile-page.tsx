import type { Account } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageTabs } from '../../../../ui/page-tabs.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Tip } from '../../../../ui/tip.tsx';
import forms from '../../public/profile-forms.module.css';

// Each section brings its own forms; most visits open one.
const sections = {
  general: lazy(async () => ({ default: (await import('./general/general-tab.tsx')).GeneralTab })),
  'sign-in': lazy(async () => ({ default: (await import('./sign-in/sign-in-tab.tsx')).SignInTab })),
  security: lazy(async () => ({ default: (await import('./security/security-tab.tsx')).SecurityTab })),
  notifications: lazy(
    withTexts(['audit'], async () => ({
      default: (await import('../../../notifications/profile/notifications-section.tsx')).NotificationsSection,
    })),
  ),
  activity: lazy(
    withTexts(['audit'], async () => ({
      default: (await import('../../../audit/log/account-audit-section.tsx')).AccountAuditSection,
    })),
  ),
  data: lazy(async () => ({ default: (await import('./data/data-tab.tsx')).DataTab })),
} as const;
const tabs = Object.keys(sections) as (keyof typeof sections)[];

/** Everything that belongs to the account, in sections; the open one is in the address. */
export function ProfilePage() {
  const { user } = useSession();
  // The guard lets nobody else in; on the way out after a sign-out there may be nobody for a moment.
  return user && <OwnProfile key={user.key} user={user} />;
}

function OwnProfile({ user }: { user: Account }) {
  const { t } = useTranslation();
  const { tab: asked, email_code } = useSearch({ from: '/layout/profile' });
  const tab = tabs.find((each) => each === asked) ?? (email_code === undefined ? 'general' : 'sign-in');
  const Tab = sections[tab];
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
        label={t('Profile.tabs.label')}
        tabs={tabs.map((key) => ({ key, name: t(`Profile.tabs.${key}`) }))}
        current={tab}
      />
      {user.email === null && tab !== 'sign-in' && (
        <Notice tone="warn">
          {t('Profile.noEmail')}{' '}
          <TextLink to="/profile" search={{ tab: 'sign-in' }}>
            {t('Profile.noEmailLink')}
          </TextLink>
        </Notice>
      )}
      <Suspense fallback={<Skeleton height={240} aria-hidden />}>
        <Tab user={user} emailCode={email_code} />
      </Suspense>
    </Page>
  );
}
