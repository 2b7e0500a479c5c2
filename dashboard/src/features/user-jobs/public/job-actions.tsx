import type { Bot, SegmentMembers } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconEraser, IconForms } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { SetFieldDialog } from './set-field-dialog.tsx';

interface JobActionsProps {
  bot: Bot;
  members: SegmentMembers;
  /** Number of these users. */
  count: number;
  onDone(): void;
}

/** Actions for many users in the background. Needs `jobTexts` and `fieldTexts`. */
export function JobActions(props: JobActionsProps) {
  const { t } = useTranslation();
  const { bot, onDone } = props;
  const [open, setOpen] = useState<'field' | 'erase' | null>(null);
  const close = () => setOpen(null);
  const onStarted = () => {
    close();
    onDone();
  };
  return (
    <>
      {may(bot, 'custom_fields.manage') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconForms size={14} aria-hidden />}
          onClick={() => setOpen('field')}
        >
          {t('Jobs.setField')}
        </Button>
      )}
      {may(bot, 'section.users.erase') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEraser size={14} aria-hidden />}
          onClick={() => setOpen('erase')}
        >
          {t('Jobs.erase')}
        </Button>
      )}
      {open === 'field' && <SetFieldDialog {...props} onClose={close} onStarted={onStarted} />}
      {open === 'erase' && <EraseDialog {...props} onClose={close} onStarted={onStarted} />}
    </>
  );
}

/** Whether any of them is offered. */
export const mayStartJobs = (bot: Bot): boolean => may(bot, 'custom_fields.manage') || may(bot, 'section.users.erase');
