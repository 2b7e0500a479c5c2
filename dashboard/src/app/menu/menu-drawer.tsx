import { Box, Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMenuDrawer } from './menu-context.ts';
import classes from './menu-drawer.module.css';
import { SideMenu } from './side-menu.tsx';

/** The side menu on a phone: slides in over the page, and goes after a choice. */
export function MenuDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useMenuDrawer();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      size={288}
      padding={0}
      title={
        <Box component="span" fw={600}>
          Botscope
        </Box>
      }
      closeButtonProps={{ 'aria-label': t('Shell.menu.close') }}
      classNames={{ content: classes.drawer, header: classes.head }}
    >
      <SideMenu inDrawer />
    </Drawer>
  );
}
