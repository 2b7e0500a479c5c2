import { api } from '@botscope/contract';
import { Button, Menu, UnstyledButton } from '@mantine/core';
import { IconLogout, IconRobot, IconUser } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import classes from './profile-menu.module.css';
import { showError } from './refusals.ts';
import { useSession } from './session.ts';
import { leave } from './visit.ts';

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
      await leave(router);
    } catch (error) {
      showError(error);
    }
  };
  const name = user.email ?? user.key;
  return (
    <Menu position="bottom-end" offset={4} width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${t('Shell.account')}: ${name}`}>
          {name.slice(0, 1).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{name}</Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          {t('Shell.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRobot size={16} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link to="/bots" {...props} />}
        >
          {t('Shell.menu.bots')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={logOut}>
          {t('Shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
