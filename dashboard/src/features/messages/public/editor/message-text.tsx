import type { EntityDetails, EntityType } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconEyeOff,
  IconItalic,
  IconLink,
  IconSourceCode,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import classes from './composer.module.css';
import { Formatted } from './formatted.tsx';
import { type FormattedText, insertFormatted, type Range, retype, toggle } from './formatted-text.ts';
import { MoreFormats } from './more-formats.tsx';
import { pastedHtml } from './pasted-html.ts';

const formats = [
  { type: 'bold', icon: IconBold, keys: 'KeyB' },
  { type: 'italic', icon: IconItalic, keys: 'KeyI' },
  { type: 'underline', icon: IconUnderline, keys: 'KeyU' },
  { type: 'strikethrough', icon: IconStrikethrough, keys: 'Shift+KeyX' },
  { type: 'code', icon: IconCode, keys: 'Shift+KeyM' },
  { type: 'pre', icon: IconSourceCode, keys: '' },
  { type: 'spoiler', icon: IconEyeOff, keys: 'Shift+KeyP' },
  { type: 'blockquote', icon: IconBlockquote, keys: 'Shift+Period' },
  { type: 'text_link', icon: IconLink, keys: 'KeyK' },
] as const;

interface MessageTextProps {
  label: string;
  placeholder: string;
  value: FormattedText;
  onChange(value: FormattedText): void;
  /** Pressed in the field, before it does what it does. */
  onKeyDown?(event: KeyboardEvent<HTMLTextAreaElement>): void;
  field?: RefObject<HTMLTextAreaElement | null>;
  problem?: string | undefined;
  /** More tools beside those for formats. */
  tools?: ReactNode;
  /** False where the page has a preview of the whole message. */
  hasPreview?: boolean;
}

/** The server takes no longer text, not even as a draft. */
const longestText = 8_192;
/** Pages copied whole have megabytes of styles; their plain text is pasted. */
const longestPaste = 2_000_000;

/** A text field whose formatting lies beside the text, with a toolbar, shortcuts as in Telegram, and a preview. */
export function MessageText(props: MessageTextProps) {
  const { label, placeholder, value, onChange, onKeyDown, field, problem, tools, hasPreview = true } = props;
  const { t } = useTranslation();
  const fallbackField = useRef<HTMLTextAreaElement>(null);
  const area = field ?? fallbackField;
  const [linked, setLinked] = useState<Range | null>(null);
  const [hint, setHint] = useState(false);

  const select = (start: number, end: number) =>
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  const selection = (): Range => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    return { start, end };
  };
  const apply = (type: EntityType, range: Range, details: EntityDetails = {}) => {
    onChange(toggle(value, range, type, details));
    select(range.start, range.end);
  };
  const insert = (inserted: FormattedText) => {
    const range = selection();
    const next = insertFormatted(value, range, inserted);
    onChange(next.text.length <= longestText ? next : retype(next, next.text.slice(0, longestText)));
    const end = range.start + inserted.text.length;
    select(end, end);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const html = event.clipboardData.getData('text/html');
    const pasted = html === '' || html.length > longestPaste ? null : pastedHtml(html);
    if (pasted === null) return;
    event.preventDefault();
    insert(pasted);
  };
  const format = (type: EntityType, details?: EntityDetails) => {
    const { start, end } = selection();
    setHint(start === end);
    if (start === end) return area.current?.focus();
    const isLinked = value.entities.some(
      (entity) => entity.type === 'text_link' && entity.offset <= start && entity.offset + entity.length >= end,
    );
    if (type === 'text_link' && !isLinked) return setLinked({ start, end });
    apply(type, { start, end }, details);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.ctrlKey || event.metaKey) {
      const keys = `${event.shiftKey ? 'Shift+' : ''}${event.code}`;
      const shortcut = formats.find((one) => one.keys === keys);
      if (shortcut) {
        event.preventDefault();
        return format(shortcut.type);
      }
    }
    onKeyDown?.(event);
  };
  const rows = Math.min(10, Math.max(1, value.text.split('\n').length));
  return (
    <div className={classes.text}>
      <textarea
        ref={area}
        className={classes.area}
        aria-label={label}
        aria-invalid={problem !== undefined}
        placeholder={placeholder}
        dir="auto"
        rows={rows}
        maxLength={longestText}
        value={value.text}
        onChange={(event) => onChange(retype(value, event.currentTarget.value))}
        onKeyDown={press}
        onPaste={paste}
      />
      <div role="toolbar" aria-label={t('Messages.format.label')} className={classes.tools}>
        {formats.map(({ type, icon: Icon }) => (
          <button
            key={type}
            type="button"
            className={classes.tool}
            aria-label={t(`Messages.format.${type}`)}
            title={t(`Messages.format.${type}`)}
            // The field keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format(type)}
          >
            <Icon size={16} aria-hidden />
          </button>
        ))}
        <MoreFormats
          selected={() => value.text.slice(selection().start, selection().end)}
          onFormat={format}
          onInsert={insert}
        />
        {tools}
      </div>
      {hint && (
        <p role="status" className={classes.hint}>
          {t('Messages.format.selectFirst')}
        </p>
      )}
      {linked && (
        <LinkField
          onDone={(url) => {
            setLinked(null);
            if (url !== null) apply('text_link', linked, { url });
            else area.current?.focus();
          }}
        />
      )}
      {hasPreview && value.entities.length > 0 && (
        <section aria-label={t('Messages.preview')} className={classes.preview}>
          <Formatted value={value} />
        </section>
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The address of a link; null = no link. */
function LinkField({ onDone }: { onDone(url: string | null): void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Its form lies inside the message's.
    event.stopPropagation();
    const linkUrl = address.trim();
    onDone(linkUrl === '' ? null : /^[a-z]+:/i.test(linkUrl) ? linkUrl : `https://${linkUrl}`);
  };
  return (
    <div className={classes.linkField}>
      <TextInput
        aria-label={t('Messages.format.address')}
        placeholder="https://"
        data-autofocus
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit(event);
          if (event.key === 'Escape') onDone(null);
        }}
      />
      <Button variant="default" onClick={submit}>
        {t('Messages.format.apply')}
      </Button>
    </div>
  );
}
