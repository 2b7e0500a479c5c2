import { type Bot, mostErasedAtOnce } from '@botscope/contract';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../platform/api/call.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Section } from '../../../ui/section.tsx';
import { erasuresQuery } from '../data/erasures-data.ts';
import { readUserIds } from '../data/read-user-ids.ts';
import { EraseDialog } from '../public/erase-dialog.tsx';

/** Takes a list of IDs, as requests come in by email. One person is erased from their own page. */
export function EraseSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [idsToErase, setIdsToErase] = useState<number[] | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ids, invalid } = readUserIds(text);
    const [first] = invalid;
    if (first !== undefined) return setProblem(t('Erasures.erase.invalid', { text: first.slice(0, 40) }));
    if (ids.length === 0) return setProblem(t('Erasures.erase.none'));
    if (ids.length > mostErasedAtOnce) {
      return setProblem(t('Erasures.erase.tooMany', { number: format.number(mostErasedAtOnce) }));
    }
    setIdsToErase(ids);
  };
  const refresh = async () => {
    setIdsToErase(null);
    setText('');
    await queryClient.invalidateQueries({ queryKey: erasuresQuery(bot.key).queryKey });
  };
  return (
    <Section title={t('Erasures.erase.title')}>
      <p>{t('Erasures.erase.text')}</p>
      <form onSubmit={submit} noValidate>
        <Textarea
          label={t('Erasures.erase.label')}
          description={t('Erasures.erase.hint')}
          value={text}
          error={problem}
          autosize
          minRows={2}
          maxRows={8}
          maw="40ch"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setProblem(null);
          }}
        />
        <Button type="submit" mt={12} variant="outline" color="red.8" c="var(--bs-bad)">
          {t('Erasures.erase.button')}
        </Button>
      </form>
      {idsToErase !== null && (
        <EraseDialog
          botKey={bot.key}
          userIds={idsToErase}
          onClose={() => setIdsToErase(null)}
          onDone={() => void refresh()}
        />
      )}
    </Section>
  );
}
