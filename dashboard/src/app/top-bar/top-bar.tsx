import { api, languages } from '@botscope/contract';
import { ActionIcon, Button, Flex, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconRobot,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NewsButton } from '../../features/news/panel/news-button.tsx';
import { NotificationBell } from '../../features/notifications/panel/notification-bell.tsx';
import { call } from '../../platform/api/call.ts';
import { showError } from '../../platform/errors/error-mapping.ts';
import { languageNames, useLanguage } from '../../platform/session/language.ts';
import { useSession } from '../../platform/session/session.ts';
import { leave } from '../../platform/session/visit.ts';
import { DropItem, DropLabel, DropLine, DropLink, DropMenu } from '../../ui/drop-menu.tsx';
import { optional } from '../../ui/optional.ts';
import type { Crumb } from '../../ui/page-frame.ts';
import { useMenuDrawer } from '../menu/menu-context.ts';
import classes from './top-bar.module.css';

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const schemeOrder = ['light', 'dark', 'auto'] as const;

function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes[colorScheme];
  return (
    <DropMenu
      label={`${t('Shell.scheme')}: ${t(`Shell.schemes.${colorScheme}`)}`}
      button={<Current size={18} stroke={1.6} aria-hidden />}
    >
      {schemeOrder.map((scheme) => {
        const Icon = schemes[scheme];
        return (
          <DropItem
            key={scheme}
            chosen={scheme === colorScheme}
            icon={<Icon size={16} stroke={1.6} aria-hidden />}
            mark={scheme === colorScheme && <IconCheck size={16} stroke={1.8} aria-hidden />}
            onChoose={() => setColorScheme(scheme)}
          >
            {t(`Shell.schemes.${scheme}`)}
          </DropItem>
        );
      })}
    </DropMenu>
  );
}

// Only users who came by Telegram have none.
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

function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  return (
    <DropMenu label={`${t('Shell.language')}: ${language.toUpperCase()}`} button={language.toUpperCase()} width={140}>
      {languages.map((each) => (
        <DropItem
          key={each}
          lang={each}
          chosen={each === language}
          mark={each === language && <IconCheck size={16} stroke={1.8} aria-hidden />}
          onChoose={() => choose(each)}
        >
          {languageNames[each]}
        </DropItem>
      ))}
    </DropMenu>
  );
}

/** The account's own pages and the way out; a visitor of the demo finds the way in. */
function ProfileMenu() {
  const { t } = useTranslation();
  const router = useRouter();
  const { user } = useSession();
  if (!user) {
    return (
      <Button size="compact-md" variant="default" ml={4} renderRoot={(props) => <Link to="/signin" {...props} />}>
        {t('Shell.signIn')}
      </Button>
    );
  }
  const logOut = async () => {
    try {
      await call(api.logout, {});
      leave(router);
    } catch (error) {
      showError(error);
    }
  };
  const name = user.email ?? (user.telegram_name || t('Shell.account'));
  return (
    <DropMenu
      label={`${t('Shell.account')}: ${name}`}
      width={220}
      buttonClass={classes.button}
      button={name.slice(0, 1).toUpperCase()}
    >
      <DropLabel>{name}</DropLabel>
      {user.is_admin && <DropLabel>{t('Shell.administrator')}</DropLabel>}
      <DropLink to="/profile" icon={<IconUser size={16} stroke={1.6} aria-hidden />}>
        {t('Shell.profile')}
      </DropLink>
      <DropLink to="/bots" icon={<IconRobot size={16} stroke={1.6} aria-hidden />}>
        {t('Menu.bots')}
      </DropLink>
      <DropLine />
      <DropItem icon={<IconLogout size={16} stroke={1.6} aria-hidden />} onChoose={logOut}>
        {t('Shell.logout')}
      </DropItem>
    </DropMenu>
  );
}
