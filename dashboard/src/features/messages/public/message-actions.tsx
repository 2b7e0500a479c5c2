import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../platform/api/call.ts';
import classes from './editor/composer.module.css';
import { MessageMenu } from './message-menu.tsx';
import { type Recipient, writtenQuery } from './messages-data.ts';
import { setReply } from './reply-store.ts';

interface MessageActionsProps extends Recipient {
  /** Telegram's number of the message. */
  messageId: number;
  /** Its text, for what quotes it. */
  text: string;
  /** Messages can be answered, edited and deleted. */
  canWrite: boolean;
}

/** Beside a message of a conversation: which colleague wrote it, an answer to it, and for our own ones edit and delete. */
export function MessageActions({ messageId, text, canWrite, ...to }: MessageActionsProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(writtenQuery(to));
  const ownMessage = data.find((each) => each.message_id === messageId);
  return (
    <span className={classes.actions}>
      {ownMessage && <bdi className={classes.author}>{ownMessage.author ?? t('Messages.colleague')}</bdi>}
      {canWrite && (
        <button
          type="button"
          className={classes.tool}
          aria-label={t('Messages.replyTo')}
          title={t('Messages.replyTo')}
          onClick={() => setReply(to.botKey, to.userId, { messageId, text: text.slice(0, 120) })}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </button>
      )}
      {canWrite && ownMessage && !ownMessage.is_deleted && (
        <MessageMenu
          {...to}
          id={ownMessage.id}
          onChanged={() => void queryClient.invalidateQueries({ queryKey: writtenQuery(to).queryKey })}
        />
      )}
    </span>
  );
}
