import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './launch-links.module.css';
import { mostOwnSamples } from './samples-store.ts';

/** Adds a payload or link of one's own to the preview. */
export function OwnSample({ count, onAdd }: { count: number; onAdd: (sample: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const sample = text.trim();
    if (sample === '') return;
    onAdd(sample);
    setText('');
  };
  return (
    <form className={classes.own} onSubmit={add}>
      <TextInput
        label={t('BotSettings.preview.own')}
        description={t('BotSettings.preview.ownHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="https://t.me/…?start=source-news1"
        maxLength={600}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={count >= mostOwnSamples}>
        {t('BotSettings.preview.add')}
      </Button>
    </form>
  );
}
