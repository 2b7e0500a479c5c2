import { type Bot, type ErasureMode, erasureModes, type SegmentMembers } from '@botscope/contract';
import { Button, Flex, Stack, TextInput } from '@mantine/core';
import { IconEraser, IconForms } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { GrownNotice } from './grown-notice.tsx';
import { startErasing } from './jobs-data.ts';
import { SetFieldDialog } from './set-field-dialog.tsx';
import { useStart } from './use-start.ts';

interface JobActionsProps {
  bot: Bot;
  members: SegmentMembers;
  /** Number of these users. */
  count: number;
  onDone(): void;
}

/** Actions for many users in the background. Needs the texts `Jobs` and `Fields`. */
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

interface EraseDialogProps {
  bot: Bot;
  members: SegmentMembers;
  count: number;
  onClose(): void;
  onStarted(): void;
}

/** There is no way back, so the number of users is typed. */
function EraseDialog({ bot, members, count: shownCount, onClose, onStarted }: EraseDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [mode, setMode] = useState<ErasureMode>('erase');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const { count, before, busy, run } = useStart(bot.key, members, shownCount, onStarted);
  const isConfirmed = text.replace(/[\s,.]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isConfirmed) void run((users) => startErasing(bot.key, users, mode));
  };
  return (
    <Dialog title={t('Jobs.erasing.title', { count, number: format.number(count) })} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <OptionCards<ErasureMode>
            label={t('Jobs.erasing.mode')}
            name="mode"
            value={mode}
            options={erasureModes.map((value) => ({
              value,
              label: t(`Jobs.erasing.modes.${value}`),
              text: t(`Jobs.erasing.modes.${value}Text`),
            }))}
            onChange={(value) => setMode(value)}
          />
          <p>{t('Jobs.erasing.stays')}</p>
          <Notice tone="warn">{t('Jobs.erasing.final')}</Notice>
          <GrownNotice before={before} now={count} />
          <TextInput
            data-autofocus
            label={t('Jobs.erasing.confirm', { count })}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            error={isTried && !isConfirmed ? t('Jobs.erasing.wrongCount', { count }) : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Flex gap={8} wrap="wrap" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('General.Cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={busy}>
              {t('Jobs.erasing.submit')}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  );
}
