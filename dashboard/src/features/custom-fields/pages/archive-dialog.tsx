import type { CustomField } from '@botscope/contract';
import { Button, Flex, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import type { FieldUse } from '../../people/public/field-uses.ts';
import { setStatusWithUndo } from './set-status.ts';
import { UsedIn } from './used-in.tsx';

interface ArchiveDialogProps {
  bot: string;
  field: CustomField;
  uses: readonly FieldUse[];
  onClose(): void;
}

/** Asked only of a field that is used. */
export function ArchiveDialog({ bot, field, uses, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  const archive = () => {
    onClose();
    void setStatusWithUndo(bot, field, 'archived');
  };
  return (
    <Dialog title={t('Fields.uses.archiveTitle', { name: field.name })} onClose={onClose}>
      <Stack gap={16}>
        <p>{t('Fields.uses.archiveText')}</p>
        <UsedIn uses={uses} />
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button data-autofocus onClick={archive}>
            {t('Fields.actions.archive')}
          </Button>
        </Flex>
      </Stack>
    </Dialog>
  );
}
