import { Button, Flex, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../platform/api/api-error.ts';
import { failureText, showDone } from '../../platform/errors/error-mapping.ts';
import classes from './notes.module.css';
import { useAddNote } from './use-notes.ts';

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
export function NoteForm({ bot, first, last, timeZone, onDone }: NoteFormProps) {
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
