import { type EntityDetails, type EntityType, type ParseMode, parseMarkup, parseModes } from '@botscope/contract';
import { Button, Flex, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import classes from './composer.module.css';
import type { FormattedText } from './formatted-text.ts';
import { momentFormats, momentText } from './moment-text.ts';

type Open = 'pre' | 'emoji' | 'time' | 'markup';

interface MoreFormatsProps {
  /** The words that are selected. */
  selected(): string;
  /** Formats the selection; where nothing is selected, a hint says so. */
  onFormat(type: EntityType, details?: EntityDetails): void;
  /** Puts a text in the place of the selection. */
  onInsert(text: FormattedText): void;
}

/** The formats that are used now and then, and those that need more than a selection. */
export function MoreFormats({ selected, onFormat, onInsert }: MoreFormatsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const insert = (text: FormattedText) => {
    close();
    onInsert(text);
  };
  return (
    <>
      <DropMenu
        label={t('Formatting.more')}
        align="start"
        width={220}
        buttonClass={classes.tool ?? ''}
        button={<IconDots size={16} aria-hidden />}
      >
        <DropItem onChoose={() => onFormat('expandable_blockquote')}>{t('Formatting.expandable')}</DropItem>
        <DropItem onChoose={() => setOpen('pre')}>{t('Formatting.language')}</DropItem>
        <DropItem onChoose={() => setOpen('time')}>{t('Formatting.time.open')}</DropItem>
        <DropItem onChoose={() => setOpen('emoji')}>{t('Formatting.emoji.open')}</DropItem>
        <DropItem onChoose={() => setOpen('markup')}>{t('Formatting.markup.open')}</DropItem>
      </DropMenu>
      {open === 'pre' && (
        <LanguageDialog
          onClose={close}
          onDone={(language) => {
            close();
            onFormat('pre', language === '' ? {} : { language });
          }}
        />
      )}
      {open === 'emoji' && <EmojiDialog onClose={close} onDone={insert} />}
      {open === 'time' && <TimeDialog words={selected()} onClose={close} onDone={insert} />}
      {open === 'markup' && <MarkupDialog onClose={close} onDone={insert} />}
    </>
  );
}

interface FormatDialogProps {
  title: string;
  onClose(): void;
  onSubmit(): void;
  canSubmit?: boolean;
  children: ReactNode;
}

function FormatDialog({ title, onClose, onSubmit, canSubmit = true, children }: FormatDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={dialogClasses.body}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          // The dialog is drawn beside the page, but its events come to the message's form.
          event.stopPropagation();
          if (canSubmit) onSubmit();
        }}
      >
        {children}
        <Flex justify="flex-end">
          <Button type="submit" disabled={!canSubmit}>
            {t('Formatting.insert')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

interface FormatFormProps<Given> {
  onClose(): void;
  onDone(given: Given): void;
}

function LanguageDialog({ onClose, onDone }: FormatFormProps<string>) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState('');
  return (
    <FormatDialog title={t('Formatting.language')} onClose={onClose} onSubmit={() => onDone(language.trim())}>
      <TextInput
        data-autofocus
        label={t('Formatting.languageName')}
        placeholder="python"
        maxLength={64}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
    </FormatDialog>
  );
}

function EmojiDialog({ onClose, onDone }: FormatFormProps<FormattedText>) {
  const { t } = useTranslation();
  const [emoji, setEmoji] = useState('');
  const [id, setId] = useState('');
  const text = emoji.trim();
  const isWhole = text !== '' && /^\d{1,20}$/.test(id.trim());
  const submit = () =>
    onDone({ text, entities: [{ type: 'custom_emoji', offset: 0, length: text.length, custom_emoji_id: id.trim() }] });
  return (
    <FormatDialog title={t('Formatting.emoji.title')} onClose={onClose} onSubmit={submit} canSubmit={isWhole}>
      <TextInput
        data-autofocus
        label={t('Formatting.emoji.plain')}
        description={t('Formatting.emoji.plainHint')}
        placeholder="👍"
        maxLength={16}
        value={emoji}
        onChange={(event) => setEmoji(event.currentTarget.value)}
      />
      <TextInput
        label={t('Formatting.emoji.id')}
        description={t('Formatting.emoji.idHint')}
        placeholder="5368324170671202286"
        inputMode="numeric"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
    </FormatDialog>
  );
}

/** In an hour, on the hour, as a field for date and time takes it. */
function nextHour(): string {
  const date = new Date(Date.now() + 3_600_000);
  date.setMinutes(0, 0, 0);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function TimeDialog({ words, onClose, onDone }: FormatFormProps<FormattedText> & { words: string }) {
  const { t, i18n } = useTranslation();
  const [localTime, setLocalTime] = useState(nextHour);
  const [format, setFormat] = useState<string>('wDt');
  const moment = Date.parse(localTime);
  const unix = Number.isNaN(moment) ? null : Math.floor(moment / 1_000);
  const submit = () => {
    if (unix === null) return;
    // Old apps show this text in place of the moment, so it names the author's time zone.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const text = words.trim() || `${momentText(unix, 'Dt', i18n.language)} (${zone})`;
    onDone({
      text,
      entities: [{ type: 'date_time', offset: 0, length: text.length, unix_time: unix, date_time_format: format }],
    });
  };
  return (
    <FormatDialog title={t('Formatting.time.title')} onClose={onClose} onSubmit={submit} canSubmit={unix !== null}>
      <TextInput
        data-autofocus
        type="datetime-local"
        label={t('Formatting.time.moment')}
        description={t('Formatting.time.momentHint', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        value={localTime}
        onChange={(event) => setLocalTime(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('Formatting.time.shown')}
        value={format}
        data={momentFormats.map((value) => ({
          value,
          label: momentText(unix ?? Math.floor(Date.now() / 1_000), value, i18n.language) ?? value,
        }))}
        onChange={(event) => setFormat(event.currentTarget.value)}
      />
    </FormatDialog>
  );
}

function MarkupDialog({ onClose, onDone }: FormatFormProps<FormattedText>) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<ParseMode>('MarkdownV2');
  const [source, setSource] = useState('');
  const result = parseMarkup(source, mode);
  const problem =
    'problem' in result
      ? t('Formatting.markup.problem', {
          problem: t(`Formatting.markup.problems.${result.problem}`),
          line: source.slice(0, result.at).split('\n').length,
          place: result.at - source.lastIndexOf('\n', result.at - 1),
        })
      : undefined;
  return (
    <FormatDialog
      title={t('Formatting.markup.title')}
      onClose={onClose}
      onSubmit={() => 'text' in result && onDone(result)}
      canSubmit={'text' in result && result.text !== ''}
    >
      <SegmentedControl
        aria-label={t('Formatting.markup.language')}
        value={mode}
        data={[...parseModes]}
        onChange={(value) => setMode(value as ParseMode)}
      />
      <Textarea
        data-autofocus
        label={t('Formatting.markup.text')}
        rows={8}
        maxLength={16_384}
        value={source}
        error={problem}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
    </FormatDialog>
  );
}
