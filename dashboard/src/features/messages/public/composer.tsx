import type { OutgoingMessage } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconAdjustments, IconKeyboard, IconLayoutGrid, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import { problemText } from '../../../ui/field-errors.ts';
import { useEnterSends } from '../composer/enter-setting.ts';
import { Outbox } from '../composer/outbox.tsx';
import { useSending } from '../composer/use-sending.ts';
import { AddressField, AttachedFile, AttachMenu, type FileStore, useAttachment } from './editor/attachment.tsx';
import { ButtonEditor } from './editor/button-editor.tsx';
import classes from './editor/composer.module.css';
import {
  charactersLeft,
  emptyDraft,
  keepDraft,
  type MessageDraft,
  messageOf,
  newButton,
  problemsOf,
  readDraft,
} from './editor/message-draft.ts';
import { MessageText } from './editor/message-text.tsx';
import { useFocusRequest } from './focus-request.ts';
import { fetchMessageFile, type Recipient, uploadMessageFile } from './messages-data.ts';

/** Below this many characters it is said how many are left. */
const fewLeft = 200;

interface ComposerProps {
  botKey: string;
  userId: number;
  /** The message that is replied to, and a few words of it. */
  replyTo?: { messageId: number; text: string } | undefined;
  onCancelReply?(): void;
  /** A message has a new state at the server: delivered, refused, unknown or waiting. */
  onSent?(message: OutgoingMessage): void;
}

/** Writes to one person: text, formatting, one file, buttons. Above it stands what is not delivered yet. */
export function Composer(props: ComposerProps) {
  // Another person, another draft.
  return <PersonComposer key={`${props.botKey} ${props.userId}`} {...props} />;
}

const filesOf = (to: Recipient): FileStore => ({
  upload: (file, progress) => uploadMessageFile(to, file, progress),
  fetch: (url) => fetchMessageFile(to, url),
});

function PersonComposer({ botKey, userId, replyTo, onCancelReply, onSent }: ComposerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = { botKey, userId };
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusRequest(botKey, userId, field);
  const [draft, setDraft] = useState(() => readDraft(botKey, userId));
  const [wasTried, setTried] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [enterSends, setEnterSends] = useEnterSends();
  const change = (part: Partial<MessageDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setRefused(undefined);
    keepDraft(botKey, userId, next);
  };
  const attachment = useAttachment(filesOf(to), (media) => change({ media }));
  const sending = useSending(to, (message) => onSent?.(message));
  const problems = problemsOf(draft);
  const ofText = problems.find(({ path }) => path[0] !== 'buttons');
  const ofButtons = problems.find(({ path, code }) => path[0] === 'buttons' && code === 'KeyboardTooLarge');
  const left = charactersLeft(draft);
  const isWrong = wasTried || left < 0;

  const submit = async () => {
    setTried(true);
    if (problems.length > 0 || attachment.uploading !== null) return field.current?.focus();
    const written = draft;
    const message = messageOf(draft, { idempotency_key: crypto.randomUUID(), replyTo: replyTo?.messageId });
    setDraft(emptyDraft);
    keepDraft(botKey, userId, emptyDraft);
    setTried(false);
    onCancelReply?.();
    field.current?.focus();
    const error = await sending.post(message);
    if (error === null) return;
    setDraft(written);
    keepDraft(botKey, userId, written);
    setRefused(failureText(error.code));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey)) {
      event.preventDefault();
      void submit();
    }
  };
  const problem = refused ?? (isWrong && ofText ? problemText(t, { code: ofText.code }) : undefined);
  return (
    <div className={classes.composer}>
      <Outbox
        to={to}
        posted={sending.posted}
        onPost={(message) => void sending.post(message)}
        onDrop={sending.drop}
        onSent={(message) => onSent?.(message)}
      />
      {replyTo && (
        <div className={classes.reply}>
          <span className={classes.replyText}>
            {t('Messages.reply')}: <bdi>{replyTo.text}</bdi>
          </span>
          <button
            type="button"
            className={classes.tool}
            aria-label={t('Messages.cancelReply')}
            onClick={() => onCancelReply?.()}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      )}
      <form
        className={classes.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AttachedFile attachment={attachment} media={draft.media} onChange={(media) => change({ media })} />
        {isAddressOpen && <AddressField attachment={attachment} onDone={() => setAddressOpen(false)} />}
        <MessageText
          label={t(draft.media ? 'Messages.caption' : 'Messages.write')}
          placeholder={t(draft.media ? 'Messages.caption' : 'Messages.placeholder')}
          value={draft.content}
          onChange={(content) => change({ content })}
          onKeyDown={press}
          field={field}
          problem={problem}
        />
        {draft.buttons.length > 0 && (
          <ButtonEditor
            rows={draft.buttons}
            onChange={(buttons) => change({ buttons })}
            isWrong={(row, index) => problems.some(({ path }) => path.join() === `buttons,${row},${index}`)}
          />
        )}
        {ofButtons && (
          <p role="alert" className={classes.problem}>
            {problemText(t, { code: ofButtons.code })}
          </p>
        )}
        <div className={classes.bar}>
          <AttachMenu attachment={attachment} onAddress={() => setAddressOpen(true)} />
          {draft.buttons.length === 0 && (
            <button
              type="button"
              className={classes.tool}
              aria-label={t('Messages.buttons.add')}
              title={t('Messages.buttons.add')}
              onClick={() => change({ buttons: [[newButton()]] })}
            >
              <IconLayoutGrid size={18} aria-hidden />
            </button>
          )}
          <Options draft={draft} onChange={change} />
          <button
            type="button"
            className={classes.tool}
            aria-pressed={enterSends}
            aria-label={t(enterSends ? 'Messages.sendsOnEnter' : 'Messages.linesOnEnter')}
            title={t(enterSends ? 'Messages.sendsOnEnter' : 'Messages.linesOnEnter')}
            onClick={() => setEnterSends(!enterSends)}
          >
            <IconKeyboard size={18} aria-hidden />
          </button>
          <span role="status" className={classes.left} data-over={left < 0 || undefined}>
            {left < 0 && t('Messages.over', { number: format.number(-left) })}
            {left >= 0 && left < fewLeft && t('Messages.left', { number: format.number(left) })}
          </span>
          <Button type="submit" leftSection={<IconSend2 size={16} aria-hidden />}>
            {t('Messages.send')}
          </Button>
        </div>
      </form>
    </div>
  );
}

const options = [
  ['silent', 'Messages.options.silent'],
  ['protect', 'Messages.options.protect'],
  ['noPreview', 'Messages.options.noPreview'],
] as const;

function Options({ draft, onChange }: { draft: MessageDraft; onChange(part: Partial<MessageDraft>): void }) {
  const { t } = useTranslation();
  return (
    <DropMenu
      label={t('Messages.options.label')}
      align="start"
      buttonClass={classes.tool ?? ''}
      button={<IconAdjustments size={18} aria-hidden />}
    >
      {options.map(([name, text]) => (
        <DropItem key={name} mark={draft[name] ? '✓' : null} onChoose={() => onChange({ [name]: !draft[name] })}>
          {t(text)}
        </DropItem>
      ))}
    </DropMenu>
  );
}
