import { api, type Bot, type BotCommands } from '@botscope/contract';
import { Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { type FormError, toFormError } from '../../../ui/form-error.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { CommandLine } from './command-line.tsx';
import { addRow, type CommandRow, findProblems, moveRow, toCommands, toRows } from './command-rows.ts';
import classes from './commands.module.css';
import { commandsQuery, type MenuPlace } from './menu-place.ts';

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
  const [rows, setRows] = useState<readonly CommandRow[]>(() => toRows(saved));
  const [isChecked, setChecked] = useState(false);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<FormError | null>(null);
  const [news, setNews] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ id: number; part: string } | null>(null);
  const readOnly = !may(bot, 'settings.edit');
  const dirty = JSON.stringify(toCommands(rows)) !== JSON.stringify(saved);
  useUnsaved(dirty, 'commands');
  const problems = isChecked ? findProblems(rows) : new Map();

  useEffect(() => {
    const focusTarget = focusNext.current;
    focusNext.current = null;
    if (!focusTarget) return;
    const parts = list.current?.querySelectorAll<HTMLElement>(`[data-row="${focusTarget.id}"] [data-part]`) ?? [];
    const targetPart = [...parts].find(
      (part) => part.dataset.part === focusTarget.part && !(part as HTMLButtonElement).disabled,
    );
    (targetPart ?? parts[0])?.focus();
  });
  const change = (next: readonly CommandRow[]) => {
    setRows(next);
    setPhase('idle');
    setFailure(null);
  };
  const move = (row: CommandRow, step: -1 | 1, part: string) => {
    const next = moveRow(rows, row.id, step);
    change(next);
    focusNext.current = { id: row.id, part };
    const position = next.findIndex(({ id }) => id === row.id) + 1;
    setNews(t('BotProfile.commands.moved', { name: `/${row.command}`, position, count: next.length }));
  };
  const remove = (row: CommandRow) => {
    const rowIndex = rows.indexOf(row);
    const neighbour = rows[rowIndex + 1] ?? rows[rowIndex - 1];
    change(rows.filter((each) => each !== row));
    if (neighbour) focusNext.current = { id: neighbour.id, part: 'remove' };
  };
  const add = () => {
    const next = addRow(rows);
    change(next);
    focusNext.current = { id: next.at(-1)?.id ?? 0, part: 'command' };
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [firstProblem] = findProblems(rows);
    if (firstProblem) {
      focusNext.current = { id: firstProblem[0], part: firstProblem[1].command ? 'command' : 'description' };
      setRows([...rows]);
      return;
    }
    setPhase('busy');
    setFailure(null);
    try {
      const answer = await call(api.setCommands, {
        params: { key: bot.key },
        body: { ...place, commands: toCommands(rows) },
      });
      queryClient.setQueryData(commandsQuery(bot.key, place).queryKey, answer);
      setRows(toRows(answer.commands));
      setChecked(false);
      setPhase('saved');
      showDone(t('BotProfile.commands.done'));
    } catch (error) {
      setFailure(toFormError(error));
      setPhase('idle');
    }
  };
  const discard = () => {
    change(toRows(saved));
    setChecked(false);
  };
  return (
    <Flex onSubmit={save} noValidate component="form" direction="column" gap={12}>
      {rows.length === 0 && (
        <Text inherit c="dimmed">
          {t('BotProfile.commands.empty')}
        </Text>
      )}
      <ol ref={list} className={classes.list}>
        {rows.map((row, index) => (
          <CommandLine
            key={row.id}
            row={row}
            position={index + 1}
            count={rows.length}
            problem={problems.get(row.id)}
            readOnly={readOnly}
            onChange={(part) => change(rows.map((each) => (each === row ? { ...row, ...part } : each)))}
            onMove={(step, part) => move(row, step, part)}
            onRemove={() => remove(row)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {!readOnly && (
        <>
          <Flex rowGap={8} columnGap={16} wrap="wrap" align="center">
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={rows.length >= maxCommands}
              onClick={add}
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
