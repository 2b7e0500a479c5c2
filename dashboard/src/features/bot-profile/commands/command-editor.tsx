import { api, type Bot, type BotCommands } from '@botscope/contract';
import { Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { type FormError, toFormError } from '../../../ui/form-error.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { CommandLine } from './command-line.tsx';
import { findProblems, toCommands } from './command-rows.ts';
import classes from './commands.module.css';
import { commandsQuery, type MenuPlace } from './menu-place.ts';
import { useCommandRows } from './use-command-rows.ts';

/** Telegram takes no more. */
const maxCommands = 100;

interface CommandEditorProps {
  bot: Bot;
  place: MenuPlace;
  saved: BotCommands['commands'];
}

/** The commands of one menu. Nothing reaches Telegram before it is saved. */
export function CommandEditor({ bot, place, saved }: CommandEditorProps) {
  const { t } = useTranslation();
  const [isChecked, setChecked] = useState(false);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<FormError | null>(null);
  const showUnsaved = () => {
    setPhase('idle');
    setFailure(null);
  };
  const editing = useCommandRows(saved, showUnsaved);
  const { rows } = editing;
  const readOnly = !may(bot, 'settings.edit');
  const dirty = JSON.stringify(toCommands(rows)) !== JSON.stringify(saved);
  useUnsaved(dirty, 'commands');
  const problems = isChecked ? findProblems(rows) : new Map();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [firstProblem] = findProblems(rows);
    if (firstProblem) {
      return editing.focus(firstProblem[0], firstProblem[1].command ? 'command' : 'description');
    }
    setPhase('busy');
    setFailure(null);
    try {
      const answer = await call(api.setCommands, {
        params: { key: bot.key },
        body: { ...place, commands: toCommands(rows) },
      });
      queryClient.setQueryData(commandsQuery(bot.key, place).queryKey, answer);
      editing.reset(answer.commands);
      setChecked(false);
      setPhase('saved');
      showDone(t('BotProfile.commands.done'));
    } catch (error) {
      setFailure(toFormError(error));
      setPhase('idle');
    }
  };
  const discard = () => {
    editing.reset(saved);
    showUnsaved();
    setChecked(false);
  };
  return (
    <Flex onSubmit={save} noValidate component="form" direction="column" gap={12}>
      {rows.length === 0 && (
        <Text inherit c="dimmed">
          {t('BotProfile.commands.empty')}
        </Text>
      )}
      <ol ref={editing.list} className={classes.list}>
        {rows.map((row, index) => (
          <CommandLine
            key={row.id}
            row={row}
            position={index + 1}
            count={rows.length}
            problem={problems.get(row.id)}
            readOnly={readOnly}
            onChange={(part) => editing.update(row, part)}
            onMove={(step, part) => editing.move(row, step, part)}
            onRemove={() => editing.remove(row)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{editing.news}</VisuallyHidden>
      {!readOnly && (
        <>
          <Flex rowGap={8} columnGap={16} wrap="wrap" align="center">
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={rows.length >= maxCommands}
              onClick={editing.add}
            >
              {t('BotProfile.commands.add')}
            </Button>
            {rows.length > 1 && <span className={classes.keys}>{t('BotProfile.commands.keys')}</span>}
          </Flex>
          {rows.length === 0 && saved.length > 0 && (
            <Text inherit c="dimmed">
              {t('BotProfile.commands.clears')}
            </Text>
          )}
          <SaveRow draft={{ state: phase === 'busy' ? 'busy' : dirty ? 'dirty' : phase, failure, discard }} />
        </>
      )}
    </Flex>
  );
}
