import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { subscribeAgain } from '../../data/mailing-data.ts';

interface SubscribeDialogProps {
  botKey: string;
  userId: number;
  onClose(): void;
}

/** A user has unsubscribed themselves: only their own wish is a reason to undo it. */
export function SubscribeDialog({ botKey, userId, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation();
  const { busy, run } = useAction(async () => {
    await subscribeAgain({ key: botKey, userId });
    showDone(t('Conversation.actions.included'));
    onClose();
  });
  return (
    <Dialog title={t('Conversation.subscribe.title')} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t('Conversation.subscribe.text')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button loading={busy} onClick={() => void run()}>
            {t('Conversation.subscribe.button')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
