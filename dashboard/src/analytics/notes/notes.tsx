import type { Bot, Report } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { IconFlagFilled, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../platform/errors/error-mapping.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes.module.css';
import { dayFormat, useNotes, useRemoveNote } from './use-notes.ts';

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
