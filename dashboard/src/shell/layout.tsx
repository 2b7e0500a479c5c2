import '../theme/layout-styles.ts';
import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoBanner } from './demo-banner.tsx';
import classes from './layout.module.css';
import { MenuContext } from './menu-context.ts';
import { useSession } from './session.ts';
import { SideMenu } from './side-menu.tsx';

/** Around the pages for accounts and the demo: banner, side menu, page. */
export function Layout() {
  const { t } = useTranslation();
  const { notify } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const drawer = useMemo(() => ({ opened, open, close }), [opened, open, close]);

  useEffect(() => {
    for (const { msg, type } of notify) {
      notifications.show({ id: msg, message: msg, color: noticeColors[type], autoClose: type === 'error' ? 10_000 : 4_500 });
    }
  }, [notify]);

  return (
    <MenuContext value={drawer}>
      <DemoBanner />
      <div className={classes.layout}>
        <aside className={classes.side}>
          <SideMenu />
        </aside>
        <Drawer
          opened={opened}
          onClose={close}
          size={288}
          padding={0}
          title={<span className={classes.product}>Botscope</span>}
          closeButtonProps={{ 'aria-label': t('Shell.menu.close') }}
          classNames={{ content: classes.drawer, header: classes.drawerHead }}
        >
          <SideMenu inDrawer />
        </Drawer>
        <div className={classes.main}>
          <Outlet />
        </div>
      </div>
    </MenuContext>
  );
}

const noticeColors = { info: 'teal', success: 'teal', warning: 'yellow', error: 'red' } as const;
