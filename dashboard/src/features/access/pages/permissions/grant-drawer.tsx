import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../../ui/dialog.tsx';
import classes from './permissions.module.css';

/** At the right side, over the page; on a phone the whole screen. */
export function GrantDrawer({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={<span className={classes.drawerTitle}>{title}</span>}
      closeButtonProps={{ 'aria-label': t('General.Close') }}
    >
      {children}
    </Drawer>
  );
}
