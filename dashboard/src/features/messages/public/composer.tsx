import type { OutgoingMessage } from '@botscope/contract';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { problemText } from '../../../ui/field-errors.ts';
import { ComposerBar, ReplyLine } from '../composer/composer-bar.tsx';
import { useEnterSends } from '../composer/enter-setting.ts';
import { Outbox } from '../composer/outbox.tsx';
import { useSending } from '../composer/use-sending.ts';
import { AddressField, AttachedFile, type FileStore, useAttachment } from './editor/attachment.tsx';
import { ButtonEditor } from './editor/button-editor.tsx';
import classes from './editor/composer.module.css';
import {
  charactersLeft,
  emptyDraft,
  findProblems,
  keepDraft,
  type MessageDraft,
  readDraft,
  toMessage,
} from './editor/message-draft.ts';
import { MessageText } from './editor/message-text.tsx';
import { useFocusRequest } from './focus-request.ts';
import { fetchMessageFile, type Recipient, uploadMessageFile } from './messages-data.ts';

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

/** The message being written to a user, kept in this browser with each change. */
function useKeptDraft({ botKey, userId }: Recipient) {
  const [draft, setDraft] = useState(() => readDraft(botKey, userId));
  const put = (next: MessageDraft) => {
    setDraft(next);
    keepDraft(botKey, userId, next);
  };
  return [draft, put] as const;
}

function UserComposer({ botKey, userId, replyTo, onCancelReply, onSent }: ComposerProps) {
  const { t } = useTranslation();
  const to = { botKey, userId };
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusRequest(botKey, userId, field);
  const [draft, putDraft] = useKeptDraft(to);
  const [wasTried, setWasTried] = useState(false);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const [errorText, setErrorText] = useState<string>();
  const [enterSends, setEnterSends] = useEnterSends();
  const change = (part: Partial<MessageDraft>) => {
    putDraft({ ...draft, ...part });
    setErrorText(undefined);
  };
  const attachment = useAttachment(createFileStore(to), (media) => change({ media }));
  const sender = useSending(to, (message) => onSent?.(message));
  const problems = findProblems(draft);
  const ofText = problems.find(({ path }) => path[0] !== 'buttons');
  const ofButtons = problems.find(({ path, code }) => path[0] === 'buttons' && code === 'KeyboardTooLarge');
  const isWrong = wasTried || charactersLeft(draft) < 0;

  const submit = async () => {
    setWasTried(true);
    if (problems.length > 0 || attachment.uploading !== null) return field.current?.focus();
    const unsentDraft = draft;
    const message = toMessage(draft, { idempotency_key: crypto.randomUUID(), replyTo: replyTo?.messageId });
    putDraft(emptyDraft);
    setWasTried(false);
    onCancelReply?.();
    field.current?.focus();
    const error = await sender.post(message);
    if (error === null) return;
    putDraft(unsentDraft);
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
      {replyTo && <ReplyLine text={replyTo.text} onCancel={() => onCancelReply?.()} />}
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
        <ComposerBar
          attachment={attachment}
          draft={draft}
          onChange={change}
          onAddress={() => setAddressOpen(true)}
          enterSends={enterSends}
          onEnterSends={setEnterSends}
        />
      </form>
    </div>
  );
}
