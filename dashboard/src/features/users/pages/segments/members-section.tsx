import type { Bot, Segment } from '@botscope/contract';
import { Button, Flex, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { Section } from '../../../../ui/section.tsx';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { changeMembers } from '../../data/segments-data.ts';
import classes from './segments.module.css';

/** Limit of ids in one request. */
const maxIds = 10_000;

/** The ids of a pasted text, each once; `wrong` is the first word that is none. */
export function readIds(text: string): { ids: number[]; wrong: string | null } {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const wrongWord = words.find((word) => !/^[1-9]\d{0,15}$/.test(word) || !Number.isSafeInteger(Number(word))) ?? null;
  return { ids: wrongWord === null ? [...new Set(words.map(Number))] : [], wrong: wrongWord };
}

const opposite = { add: 'remove', remove: 'add' } as const;

/** Puts users on a list, or takes them off it, by pasted ids. */
export function MembersSection({ bot, segment }: { bot: Bot; segment: Segment }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { ids, wrong } = readIds(text);
  const { busy, run } = useAction(async (action: 'add' | 'remove') => {
    const errorText =
      wrong !== null
        ? t('Users.segments.members.wrong', { value: wrong.slice(0, 40) })
        : ids.length === 0
          ? t('Users.segments.members.empty')
          : ids.length > maxIds
            ? t('Users.segments.members.tooMany')
            : null;
    setProblem(errorText);
    if (errorText !== null) return;
    const members = { user_ids: ids };
    const count = await changeMembers(bot.key, segment.segment_id, action, members);
    setText('');
    showUndo({
      id: `list-${segment.segment_id}`,
      text: t(`Users.lists.${action}Done`, { name: segment.name, count, number: count }),
      label: t('Users.undo'),
      onUndo: () =>
        changeMembers(bot.key, segment.segment_id, opposite[action], members)
          .then(() => showDone(t('Users.undone')))
          .catch(showError),
    });
  });
  return (
    <Section title={t('Users.segments.members.title')}>
      <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
        <Textarea
          maw={480}
          rows={4}
          label={t('Users.segments.members.label')}
          description={t('Users.segments.members.hint')}
          value={text}
          error={problem ?? undefined}
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Flex gap={8} wrap="wrap" align="center">
          {(['add', 'remove'] as const).map((action) => (
            <Button key={action} variant="default" disabled={busy} onClick={() => run(action)}>
              {t(`Users.segments.members.${action}`)}
            </Button>
          ))}
          <span role="status">
            {ids.length > 0 && t('Users.segments.members.ids', { count: ids.length, number: ids.length })}
          </span>
        </Flex>
      </form>
    </Section>
  );
}
