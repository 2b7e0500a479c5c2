import {
  type Bot,
  type Campaign,
  type CampaignMessage,
  campaignMessageProblems,
  typeOfMessage,
} from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { problemText } from '../../../../../ui/field-errors.ts';
import { Dim } from '../../../../../ui/words.tsx';
import { ButtonEditor } from '../../../../messages/public/editor/button-editor.tsx';
import { type DraftButton, toButton, toDraftButton } from '../../../../messages/public/editor/message-draft.ts';
import { MessageText } from '../../../../messages/public/editor/message-text.tsx';
import { actOnMessages } from '../../../data/sent-messages-data.ts';
import { shownContent } from '../../../shared/shown-message.ts';
import { TelegramPreview } from '../../../shared/telegram-preview.tsx';
import classes from './sent.module.css';

interface EditDialogProps {
  bot: Bot;
  campaign: Campaign;
  users: number;
  onClose(): void;
}

/** Another text and other buttons for everyone who has the message. */
export function EditDialog({ bot, campaign, users, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const field = useRef<HTMLTextAreaElement>(null);
  const [message, setMessage] = useState<CampaignMessage>(campaign.message);
  const [rows, setRows] = useState<DraftButton[][]>(() => message.buttons.map((row) => row.map(toDraftButton)));
  const { text, entities, buttons } = message;
  const type = typeOfMessage(message);
  const isCaption = type !== 'sendMessage';
  const { busy, run } = useAction(async () => {
    await actOnMessages(bot.key, campaign.campaign_id, { is: 'edit', message: { text, entities, buttons } });
    onClose();
  });
  const problems = campaignMessageProblems(message);
  const ofText = problems.find(({ path }) => path[0] === 'text' || path[0] === 'entities');
  const isChanged = JSON.stringify(message) !== JSON.stringify(campaign.message);
  const words = { count: users, number: format.number(users) };
  return (
    <Dialog title={t('SentMessages.edit.title')} size="lg" onClose={onClose}>
      <div className={classes.editor}>
        <p>
          {t('SentMessages.edit.about', words)} {type === 'sendMediaGroup' && t('SentMessages.edit.keepsFiles')}
          {type === 'copyMessage' && t('SentMessages.edit.keepsPost')}
          {message.media !== null && t('SentMessages.edit.keepsFile')}
        </p>
        <div className={classes.field}>
          <MessageText
            label={t(isCaption ? 'Messages.caption' : 'Messages.write')}
            placeholder={t(isCaption ? 'Messages.caption' : 'Messages.placeholder')}
            value={message}
            onChange={(next) => setMessage({ ...message, text: next.text, entities: [...next.entities] })}
            field={field}
            hasPreview={false}
            problem={ofText && problemText(t, { code: ofText.code })}
          />
        </div>
        {type !== 'sendMediaGroup' && (
          <ButtonEditor
            rows={rows}
            onChange={(next) => {
              setRows(next);
              setMessage({ ...message, buttons: next.map((row) => row.map(toButton)) });
            }}
            isWrong={(row, index) => problems.some(({ path }) => path.join() === `buttons,${row},${index}`)}
          />
        )}
        <TelegramPreview
          scheme="light"
          message={{
            ...message,
            ...shownContent(bot.key, message, (file) => campaign.file_names[file] ?? ''),
          }}
        />
        <Flex gap={8} wrap="wrap" align="center" justify="flex-end">
          {!isChanged && <Dim>{t('SentMessages.edit.unchanged')}</Dim>}
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button disabled={!isChanged || problems.length > 0} loading={busy} onClick={() => void run()}>
            {t('SentMessages.edit.button', words)}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
