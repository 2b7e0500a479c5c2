import type { Bot, Segment } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { updateSegment } from '../../data/segments-data.ts';
import { NameDialog } from '../../public/name-dialog.tsx';

interface RenameDialogProps {
  bot: Bot;
  segment: Segment;
  onClose(): void;
}

export function RenameDialog({ bot, segment, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  return (
    <NameDialog
      title={t('People.segments.renameTitle')}
      label={t('People.segments.name')}
      name={segment.name}
      onSave={async (name) => {
        await updateSegment(bot.key, segment.segment_id, { name });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
