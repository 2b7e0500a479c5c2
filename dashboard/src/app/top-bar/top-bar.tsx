import { ActionIcon, Flex } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NewsButton } from '../../features/news/panel/news-button.tsx';
import { NotificationBell } from '../../features/notifications/panel/notification-bell.tsx';
import { useSession } from '../../platform/session/session.ts';
import { optional } from '../../ui/optional.ts';
import type { Crumb } from '../../ui/page-frame.ts';
import { useMenuDrawer } from '../menu/menu-context.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import classes from './top-bar.module.css';

// Only people who came by Telegram have none.
const SetEmail = optional(() => import('./set-email.tsx').then(({ SetEmail }) => SetEmail));

/** Position in the dashboard (left) and tools of the account (right). */
export function TopBar({ title, crumbs }: { title: string; crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  const drawer = useMenuDrawer();
  const { user, services } = useSession();
  const root = { label: t('Menu.dashboard'), to: '/' as const };
  return (
    <header className={classes.bar} data-print="hide">
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('Shell.menu.open')}
        aria-expanded={drawer.opened}
        onClick={drawer.open}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <nav aria-label={t('Shell.breadcrumbs')} className={classes.crumbs}>
        <ol>
          {(title === root.label ? crumbs : [root, ...crumbs]).map((crumb) => (
            <Fragment key={crumb.label}>
              <li>
                <CrumbLink {...crumb} />
              </li>
              <li aria-hidden="true">/</li>
            </Fragment>
          ))}
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      <Flex gap={4} align="center">
        {user && user.email === null && (
          <Suspense>
            <SetEmail />
          </Suspense>
        )}
        {services.blog && (
          <a className={classes.blog} href={services.blog} target="_blank" rel="noopener noreferrer">
            {t('Shell.blog')}
          </a>
        )}
        <NewsButton />
        {user && <NotificationBell />}
        <LanguageSwitch />
        <SchemeSwitch />
        <ProfileMenu />
      </Flex>
    </header>
  );
}

function CrumbLink({ label, to, bot }: Crumb) {
  if (bot !== undefined) {
    return (
      <Link to="/bots/$key" params={{ key: bot }}>
        {label}
      </Link>
    );
  }
  return to ? <Link to={to}>{label}</Link> : <span>{label}</span>;
}
