import { Button, Flex } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { hasUnsaved, onAsk } from './unsaved.ts';

interface LeaveGuardProps {
  /** Content that saves itself is saved before the page is left; the question is for what could not be saved. */
  autosave?: { isDirty(): boolean; flush(): Promise<boolean> };
}

/** Another page or section; the language in the address, say, loses nothing. Who is signed out cannot stay. */
const isLeaving = ({ current, next }: Parameters<ShouldBlockFn>[0]): boolean =>
  !next.routeId.startsWith('/visitors') &&
  (current.pathname !== next.pathname || readSection(current.search) !== readSection(next.search));

const readSection = (search: object): unknown => ('tab' in search ? search.tab : undefined);

/** Asks before a page with unsaved edits is left: by a link in our words, by closing the tab in the browser's. */
export function LeaveGuard({ autosave }: LeaveGuardProps) {
  const { t } = useTranslation();
  const isUnsaved = (): boolean => hasUnsaved() || autosave?.isDirty() === true;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async (move) =>
      isUnsaved() && isLeaving(move) && (hasUnsaved() || (await autosave?.flush()) !== true),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const [waitingNavigation, setWaitingNavigation] = useState<{ go(): void } | null>(null);
  useEffect(() => onAsk((go) => setWaitingNavigation({ go })), []);
  const stay = () => {
    setWaitingNavigation(null);
    reset?.();
  };
  const leave = () => {
    setWaitingNavigation(null);
    waitingNavigation?.go();
    proceed?.();
  };
  if (status !== 'blocked' && waitingNavigation === null) return null;
  return (
    <Dialog onClose={stay} title={t('General.Form.leave.title')}>
      <div className={classes.body}>
        <p>{t('General.Form.leave.text')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={leave}>
            {t('General.Form.leave.go')}
          </Button>
          <Button data-autofocus onClick={stay}>
            {t('General.Form.leave.stay')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
