import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';

interface RemoveDialogProps {
  title: string;
  onRemove(): void;
  onClose(): void;
}

/** Asks before a version is removed: its content is lost. */
export function RemoveDialog({ title, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t('CampaignVariants.editor.removeText')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red" onClick={onRemove}>
            {t('CampaignVariants.editor.remove')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
