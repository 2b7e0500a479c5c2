import type { Bot, Report } from '@botscope/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { IconFlagFilled, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../platform/api/api-error.ts';
import { failureText, showDone, showError } from '../../platform/errors/error-mapping.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import classes from './notes.module.css';
import { dayFormat, useAddNote, useNotes, useRemoveNote } from './use-notes.ts';

interface NoteFormProps {
  bot: string;
  /** Days of the period on show. */
  first: string;
  last: string;
  timeZone: string;
  onDone(): void;
}

/** The contract's own limit. */
const longest = 200;

/** A day and what happened on it; today, where today is on show. */
function NoteForm({ bot, first, last, timeZone, onDone }: NoteFormProps) {
  const { t } = useTranslation();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  const [day, setDay] = useState(today >= first && today <= last ? today : last);
  const [text, setText] = useState('');
  const add = useAddNote(bot);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { day, text },
      {
        onSuccess: () => {
          onDone();
          showDone(t('Reports.notes.saved'));
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Flex component="label" direction="column" gap={4} fz="xs">
        {t('Reports.notes.day')}
        <input
          type="date"
          required
          className={classes.input}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </Flex>
      <Flex component="label" direction="column" gap={4} fz="xs">
        {t('Reports.notes.text')}
        <input
          required
          className={classes.input}
          maxLength={longest}
          placeholder={t('Reports.notes.example')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Flex>
      {add.error && (
        <Text c="var(--mantine-color-error)" fz="xs" role="alert">
          {failureText(codeOf(add.error))}
        </Text>
      )}
      <Button type="submit" size="xs" loading={add.isPending} disabled={text.trim() === '' || day === ''}>
        {t('Reports.notes.save')}
      </Button>
    </form>
  );
}

/** The period's notes as text below the chart, whose flags only the eye finds; and, for those who may, a way to add one. */
export function Notes({ bot, report }: { bot: Bot; report: Report }) {
  const { t, i18n } = useTranslation();
  const { from, to, time_zone } = report.period;
  const notes = useNotes(bot.key).filter(({ day }) => day >= from && day <= to);
  const remove = useRemoveNote(bot.key);
  const mayEdit = bot.permissions.includes('settings.edit');
  const day = dayFormat(i18n.language);
  const row = useKeptFocus<HTMLElement>();
  if (notes.length === 0 && !mayEdit) return null;
  return (
    <section {...row} className={classes.notes} aria-label={t('Reports.notes.label')}>
      {notes.length > 0 && (
        <Flex component="ul" rowGap={4} columnGap={16} wrap="wrap" flex={1} miw={0}>
          {notes.map((note) => (
            <Flex
              key={note.id}
              component="li"
              gap={6}
              align="center"
              miw={0}
              mih={26}
              fz="xs"
              title={note.author && t('Reports.notes.by', note)}
            >
              <IconFlagFilled size={12} className={classes.flag} aria-hidden />
              <Box component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
                {t('Reports.notes.mark', { day: day(note.day), text: note.text })}
              </Box>
              {mayEdit && (
                <button
                  type="button"
                  className={classes.remove}
                  data-print="hide"
                  aria-label={t('Reports.notes.remove', { text: note.text })}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(note.id, { onError: showError })}
                >
                  <IconX size={12} aria-hidden />
                </button>
              )}
            </Flex>
          ))}
        </Flex>
      )}
      {mayEdit && (
        <div className={classes.add} data-print="hide">
          <PopoverPanel
            look="button"
            label={t('Reports.notes.add')}
            onPhone="sheet"
            button={
              <>
                <IconFlagFilled size={12} aria-hidden />
                {t('Reports.notes.add')}
              </>
            }
          >
            {(close) => <NoteForm bot={bot.key} first={from} last={to} timeZone={time_zone} onDone={close} />}
          </PopoverPanel>
        </div>
      )}
    </section>
  );
}
