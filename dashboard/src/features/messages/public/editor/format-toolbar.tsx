import type { EntityType } from '@botscope/contract';
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
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './composer.module.css';

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

/** Returns the format of a shortcut as in Telegram; undefined for other keys. */
export function formatForKeys(event: KeyboardEvent): EntityType | undefined {
  if (!event.ctrlKey && !event.metaKey) return undefined;
  const keys = `${event.shiftKey ? 'Shift+' : ''}${event.code}`;
  return formats.find((one) => one.keys === keys)?.type;
}

interface FormatToolbarProps {
  onFormat(type: EntityType): void;
  /** More tools after those for formats. */
  children: ReactNode;
}

/** Buttons that format the selected text. */
export function FormatToolbar({ onFormat, children }: FormatToolbarProps) {
  const { t } = useTranslation();
  return (
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
          onClick={() => onFormat(type)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
      {children}
    </div>
  );
}
