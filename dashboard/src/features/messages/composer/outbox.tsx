import type { OutgoingMessage } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from '../public/editor/composer.module.css';
import { Formatted } from '../public/editor/formatted.tsx';
import { decide, type NewMessage, outboxQuery, type Recipient } from '../public/messages-data.ts';
import type { PostedMessage } from './use-sending.ts';

interface OutboxProps {
  to: Recipient;
  posted: readonly PostedMessage[];
  onPost(message: NewMessage): void;
  onDrop(key: string): void;
  onSent(message: OutgoingMessage): void;
}

/** Lists undelivered messages: on their way, rejected with the reason, or not known to have arrived. */
export function Outbox({ to, posted, onPost, onDrop, onSent }: OutboxProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(outboxQuery(to));
  const knownKeys = new Set(data.map(({ idempotency_key }) => idempotency_key));
  const localPosts = posted.filter(({ message }) => !knownKeys.has(message.idempotency_key));
  if (data.length + localPosts.length === 0) return null;
  return (
    <ul aria-label={t('Messages.outbox.label')} className={classes.outbox} aria-live="polite">
      {data.map((message) => (
        <li key={message.id}>
          <KnownMessage to={to} message={message} onSent={onSent} />
        </li>
      ))}
      {localPosts.map(({ message, failure }) => (
        <li key={message.idempotency_key}>
          <Bubble tone={failure === null ? 'busy' : 'bad'} content={message}>
            <span>{failure === null ? t('Messages.outbox.posting') : postedText(failure)}</span>
            {failure !== null && (
              <>
                <Small onClick={() => onPost(message)}>{t('Messages.outbox.retry')}</Small>
                <Small onClick={() => onDrop(message.idempotency_key)}>{t('Messages.outbox.dismiss')}</Small>
              </>
            )}
          </Bubble>
        </li>
      ))}
    </ul>
  );

  function postedText(failure: NonNullable<PostedMessage['failure']>): string {
    return failure === 'InternetUnavailable' ? t('Messages.outbox.offline') : failureText(failure);
  }
}

function KnownMessage(props: { to: Recipient; message: OutgoingMessage; onSent(message: OutgoingMessage): void }) {
  const { to, message, onSent } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(async (decision: 'retryMessage' | 'dismissMessage') =>
    onSent(await decide(to, message.id, decision)),
  );
  const repeat = () => void run('retryMessage');
  const dismiss = () => void run('dismissMessage');
  const { status, reason, not_before: until } = message;
  const reasonText = reason === null ? '' : t(`Messages.reasons.${reason}`);
  if (status === 'waiting') {
    const isLong = until !== null && Date.parse(until) - Date.now() > 1_000;
    return (
      <Bubble tone="busy" content={message.content} fileName={message.file_name}>
        <span>
          {isLong ? t('Messages.outbox.waitingUntil', { time: format.moment(until) }) : t('Messages.outbox.waiting')}
        </span>
        <Small disabled={busy} onClick={dismiss}>
          {t('Messages.outbox.cancel')}
        </Small>
      </Bubble>
    );
  }
  if (status === 'refused')
    return (
      <Bubble tone="bad" content={message.content} fileName={message.file_name}>
        <span title={message.description}>
          {t('Messages.outbox.refused')}. {reasonText}
        </span>
        <Small disabled={busy} onClick={repeat}>
          {t('Messages.outbox.retry')}
        </Small>
        <Small disabled={busy} onClick={dismiss}>
          {t('Messages.outbox.dismiss')}
        </Small>
      </Bubble>
    );
  if (status === 'unknown')
    return (
      <Bubble tone="warn" content={message.content} fileName={message.file_name}>
        <span title={message.description}>
          {t('Messages.outbox.unknown')}. {reasonText} {t('Messages.outbox.unknownText')}
        </span>
        <Small disabled={busy} onClick={dismiss}>
          {t('Messages.outbox.leave')}
        </Small>
        <Small disabled={busy} onClick={repeat}>
          {t('Messages.outbox.repeat')}
        </Small>
      </Bubble>
    );
  return (
    <Bubble tone="busy" content={message.content} fileName={message.file_name}>
      <span>{t('Messages.outbox.sending')}</span>
    </Bubble>
  );
}

interface BubbleProps {
  tone: 'busy' | 'bad' | 'warn';
  content: Pick<NewMessage, 'text' | 'entities'>;
  fileName?: string | null;
  children: ReactNode;
}

function Bubble({ tone, content, fileName, children }: BubbleProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.bubble} data-tone={tone}>
      {fileName != null && <bdi className={classes.fileName}>{t('Messages.outbox.file', { name: fileName })}</bdi>}
      <Formatted value={{ text: content.text ?? '', entities: content.entities ?? [] }} />
      <div className={classes.bubbleState}>{children}</div>
    </div>
  );
}

function Small({ children, ...props }: { children: ReactNode; disabled?: boolean; onClick(): void }) {
  return (
    <Button variant="subtle" size="compact-xs" {...props}>
      {children}
    </Button>
  );
}
