import type { Bot, Segment } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { updateSegment } from '../../data/segments-data.ts';
import classes from './segments.module.css';

interface RenameDialogProps {
  bot: Bot;
  segment: Segment;
  onClose(): void;
}

export function RenameDialog({ bot, segment, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(segment.name);
  const { busy, run } = useAction(async () => {
    await updateSegment(bot.key, segment.segment_id, { name: name.trim() });
    onClose();
  });
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isMissing) void run();
  };
  return (
    <Dialog title={t('People.segments.renameTitle')} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('People.segments.name')}
          value={name}
          maxLength={100}
          error={isMissing ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('General.Form.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
