import type { Bot, Campaign } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { newMembersQuery, sendToNewMembers } from '../../../data/sent-messages-data.ts';
import { maySend } from '../list-actions.ts';

/** Users who have joined the audience since the campaign was sent, and the button that sends it to them too. */
export function NewMembers({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = maySend(bot, campaign);
  const { data } = useQuery({ ...newMembersQuery(bot.key, campaign.campaign_id), enabled: isAllowed });
  const { busy, run } = useAction(async () => {
    await sendToNewMembers(bot.key, campaign.campaign_id);
    setOpen(false);
  });
  const count = data?.users ?? 0;
  if (!isAllowed || count === 0) return null;
  const words = { count, number: format.number(count) };
  return (
    <Flex direction="column" mt={12}>
      <Notice tone="info">
        {t('SentMessages.newMembers.text', words)}
        <Flex mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('SentMessages.newMembers.button')}
          </Button>
        </Flex>
      </Notice>
      {isOpen && (
        <Dialog title={t('SentMessages.newMembers.title')} onClose={() => setOpen(false)}>
          <div className={dialogClasses.body}>
            <p>{t('SentMessages.newMembers.question', words)}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
                {t('General.Cancel')}
              </Button>
              <Button loading={busy} onClick={() => void run()}>
                {t('SentMessages.newMembers.send', words)}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </Flex>
  );
}
