import { Button } from '@mantine/core';
import { IconAdjustments, IconKeyboard, IconLayoutGrid, IconSend2, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import { AttachMenu, type Attachment } from '../public/editor/attachment.tsx';
import classes from '../public/editor/composer.module.css';
import { charactersLeft, type MessageDraft, newButton } from '../public/editor/message-draft.ts';

/** Below this many characters it is said how many are left. */
const fewLeft = 200;

interface DraftProps {
  draft: MessageDraft;
  onChange(part: Partial<MessageDraft>): void;
}

interface ComposerBarProps extends DraftProps {
  attachment: Attachment;
  /** The address of a file is to be entered. */
  onAddress(): void;
  enterSends: boolean;
  onEnterSends(sends: boolean): void;
}

/** The row below the field: a file, buttons, options, what Enter does, and the button that sends. */
export function ComposerBar(props: ComposerBarProps) {
  const { draft, onChange, attachment, onAddress, enterSends, onEnterSends } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const remainingChars = charactersLeft(draft);
  return (
    <div className={classes.bar}>
      <AttachMenu attachment={attachment} onAddress={onAddress} />
      {draft.buttons.length === 0 && (
        <button
          type="button"
          className={classes.tool}
          aria-label={t('Messages.buttons.add')}
          title={t('Messages.buttons.add')}
          onClick={() => onChange({ buttons: [[newButton()]] })}
        >
          <IconLayoutGrid size={18} aria-hidden />
        </button>
      )}
      <Options draft={draft} onChange={onChange} />
      <button
        type="button"
        className={classes.tool}
        aria-pressed={enterSends}
        aria-label={t(enterSends ? 'Messages.sendsOnEnter' : 'Messages.linesOnEnter')}
        title={t(enterSends ? 'Messages.sendsOnEnter' : 'Messages.linesOnEnter')}
        onClick={() => onEnterSends(!enterSends)}
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
  );
}

const options = [
  ['silent', 'Messages.options.silent'],
  ['protect', 'Messages.options.protect'],
  ['noPreview', 'Messages.options.noPreview'],
] as const;

function Options({ draft, onChange }: DraftProps) {
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

/** The message that is replied to, with a button that cancels the reply. */
export function ReplyLine({ text, onCancel }: { text: string; onCancel(): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.reply}>
      <span className={classes.replyText}>
        {t('Messages.reply')}: <bdi>{text}</bdi>
      </span>
      <button type="button" className={classes.tool} aria-label={t('Messages.cancelReply')} onClick={onCancel}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
