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
  findProblems,
  keepDraft,
  type MessageDraft,
  newButton,
  readDraft,
  toMessage,
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

/** Writes to one user: text, formatting, one file, buttons. Above it stands what is not delivered yet. */
export function Composer(props: ComposerProps) {
  // Another user, another draft.
  return <UserComposer key={`${props.botKey} ${props.userId}`} {...props} />;
}

const createFileStore = (to: Recipient): FileStore => ({
  upload: (file, progress) => uploadMessageFile(to, file, progress),
  fetch: (url) => fetchMessageFile(to, url),
});

function UserComposer({ botKey, userId, replyTo, onCancelReply, onSent }: ComposerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = { botKey, userId };
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusRequest(botKey, userId, field);
  const [draft, setDraft] = useState(() => readDraft(botKey, userId));
  const [wasTried, setWasTried] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [errorText, setErrorText] = useState<string>();
  const [enterSends, setEnterSends] = useEnterSends();
  const change = (part: Partial<MessageDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setErrorText(undefined);
    keepDraft(botKey, userId, next);
  };
  const attachment = useAttachment(createFileStore(to), (media) => change({ media }));
  const sender = useSending(to, (message) => onSent?.(message));
  const problems = findProblems(draft);
  const ofText = problems.find(({ path }) => path[0] !== 'buttons');
  const ofButtons = problems.find(({ path, code }) => path[0] === 'buttons' && code === 'KeyboardTooLarge');
  const remainingChars = charactersLeft(draft);
  const isWrong = wasTried || remainingChars < 0;

  const submit = async () => {
    setWasTried(true);
    if (problems.length > 0 || attachment.uploading !== null) return field.current?.focus();
    const unsentDraft = draft;
    const message = toMessage(draft, { idempotency_key: crypto.randomUUID(), replyTo: replyTo?.messageId });
    setDraft(emptyDraft);
    keepDraft(botKey, userId, emptyDraft);
    setWasTried(false);
    onCancelReply?.();
    field.current?.focus();
    const error = await sender.post(message);
    if (error === null) return;
    setDraft(unsentDraft);
    keepDraft(botKey, userId, unsentDraft);
    setErrorText(failureText(error.code));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey)) {
      event.preventDefault();
      void submit();
    }
  };
  const problem = errorText ?? (isWrong && ofText ? problemText(t, { code: ofText.code }) : undefined);
  return (
    <div className={classes.composer}>
      <Outbox
        to={to}
        posted={sender.posted}
        onPost={(message) => void sender.post(message)}
        onDrop={sender.drop}
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
          <span role="status" className={classes.left} data-over={remainingChars < 0 || undefined}>
            {remainingChars < 0 && t('Messages.over', { number: format.number(-remainingChars) })}
            {remainingChars >= 0 &&
              remainingChars < fewLeft &&
              t('Messages.left', { number: format.number(remainingChars) })}
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
