import type { EntityDetails, EntityType } from '@botscope/contract';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './composer.module.css';
import { FormatToolbar, formatForKeys } from './format-toolbar.tsx';
import { Formatted } from './formatted.tsx';
import { type FormattedText, insertFormatted, type Range, retype, toggle } from './formatted-text.ts';
import { LinkField } from './link-field.tsx';
import { MoreFormats } from './more-formats.tsx';
import { pastedHtml } from './pasted-html.ts';

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

/** Reads the selected range of a field, and selects another one once the changed text is in the field. */
function useSelection(area: RefObject<HTMLTextAreaElement | null>) {
  const selection = (): Range => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    return { start, end };
  };
  const select = (start: number, end: number) =>
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  return { selection, select };
}

/** A text field whose formatting lies beside the text, with a toolbar, shortcuts as in Telegram, and a preview. */
export function MessageText(props: MessageTextProps) {
  const { label, placeholder, value, onChange, onKeyDown, field, problem, tools, hasPreview = true } = props;
  const { t } = useTranslation();
  const fallbackField = useRef<HTMLTextAreaElement>(null);
  const area = field ?? fallbackField;
  const [linked, setLinked] = useState<Range | null>(null);
  const [hint, setHint] = useState(false);
  const { selection, select } = useSelection(area);

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
    const type = formatForKeys(event);
    if (type !== undefined) {
      event.preventDefault();
      return format(type);
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
      <FormatToolbar onFormat={format}>
        <MoreFormats
          selected={() => value.text.slice(selection().start, selection().end)}
          onFormat={format}
          onInsert={insert}
        />
        {tools}
      </FormatToolbar>
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
