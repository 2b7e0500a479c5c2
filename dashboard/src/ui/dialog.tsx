import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * A dialog that is drawn only while it is open. When it goes, the focus returns to what opened it, or to the page's
 * heading if that is gone: the kit itself does so only for dialogs that stay on the page closed.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  // Before the paint on both ways: of two dialogs in a row the second one then remembers what opened the first.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null;
      (back ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
    };
  }, []);
  return <Modal opened closeButtonProps={{ 'aria-label': t('General.Close') }} {...props} />;
}
