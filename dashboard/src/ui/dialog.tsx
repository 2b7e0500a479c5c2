import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** A dialog that is drawn only while it is open, and gives the focus back when it goes. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  useFocusBack();
  return <Modal opened closeButtonProps={{ 'aria-label': t('General.Close') }} {...props} />;
}

/** Number of open dialogs: one may open another. */
let openDialogs = 0;

/**
 * Puts the page out of reach of pointer, keyboard and screen reader, as `<dialog>` does by itself. Dialogs and toasts
 * are drawn beside the page and stay within reach. Returns what undoes it.
 */
function holdPage(): () => void {
  openDialogs += 1;
  setPageInert(true);
  return () => {
    openDialogs -= 1;
    if (openDialogs === 0) setPageInert(false);
  };
}

function setPageInert(inert: boolean): void {
  const page = document.getElementById('root');
  if (page) page.inert = inert;
}

/**
 * While what uses it stands, the page below is inert. When it goes, the focus returns to what opened it, or to the
 * page's heading if that is gone: the kit itself does so only for what stays on the page closed.
 */
export function useFocusBack(): void {
  // Before the paint on both ways: of two dialogs in a row the second one then remembers what opened the first.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const releasePage = holdPage();
    return () => {
      // First, because what stands in an inert page takes no focus.
      releasePage();
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true });
      // The opener may leave the page together with the dialog, as the row of a bot that was removed does.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      });
    };
  }, []);
}
