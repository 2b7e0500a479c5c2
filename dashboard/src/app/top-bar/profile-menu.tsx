import { api } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconLogout, IconRobot, IconUser } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/call.ts';
import { showError } from '../../platform/errors/error-mapping.ts';
import { useSession } from '../../platform/session/session.ts';
import { leave } from '../../platform/session/visit.ts';
import { DropItem, DropLabel, DropLine, DropLink, DropMenu } from '../../ui/drop-menu.tsx';
import classes from './profile-menu.module.css';

/** The account's own pages and the way out; a visitor of the demo finds the way in. */
export function ProfileMenu() {
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
