import { Box, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../../ui/dialog.tsx';

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
      title={
        <Box component="span" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Box>
      }
      closeButtonProps={{ 'aria-label': t('General.Close') }}
    >
      {children}
    </Drawer>
  );
}
