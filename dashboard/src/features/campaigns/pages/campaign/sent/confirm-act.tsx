import type { Bot, Campaign, SentMessages } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { actOnMessages } from '../../../data/sent-messages-data.ts';

interface ConfirmActProps {
  bot: Bot;
  campaign: Campaign;
  act: 'delete' | 'pin' | 'unpin';
  messages: SentMessages;
  onClose(): void;
}

/** Says how many chats change before anything does. */
export function ConfirmAct({ bot, campaign, act, messages: { editable, deletable }, onClose }: ConfirmActProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(async () => {
    await actOnMessages(bot.key, campaign.campaign_id, { is: act });
    onClose();
  });
  const count = act === 'delete' ? deletable : editable;
  const words = { count, number: format.number(count) };
  const older = editable - deletable;
  return (
    <Dialog title={t(`SentMessages.${act}.title`)} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t(`SentMessages.${act}.text`, words)}</p>
        {act === 'delete' && older > 0 && (
          <p>{t('SentMessages.delete.older', { count: older, number: format.number(older) })}</p>
        )}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color={act === 'delete' ? 'red' : undefined} loading={busy} onClick={() => void run()}>
            {act === 'delete' ? t('SentMessages.delete.button', words) : t(`SentMessages.${act}.button`)}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
