import { api, type Bot, type BotCommands } from '@botscope/contract';
import { Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { type FormError, formErrorOf } from '../../../ui/form-error.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { CommandLine } from './command-line.tsx';
import { added, type CommandRow, commandsOf, moved, problemsOf, rowsOf } from './command-rows.ts';
import classes from './commands.module.css';
import { commandsQuery, type MenuPlace } from './menu-place.ts';

/** Telegram takes no more. */
const mostCommands = 100;

interface CommandEditorProps {
  bot: Bot;
  place: MenuPlace;
  saved: BotCommands['commands'];
}

/** The commands of one menu. Nothing reaches Telegram before it is saved. */
export function CommandEditor({ bot, place, saved }: CommandEditorProps) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<readonly CommandRow[]>(() => rowsOf(saved));
  const [checked, setChecked] = useState(false);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<FormError | null>(null);
  const [news, setNews] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ id: number; part: string } | null>(null);
  const readOnly = !may(bot, 'settings.edit');
  const dirty = JSON.stringify(commandsOf(rows)) !== JSON.stringify(saved);
  useUnsaved(dirty, 'commands');
  const problems = checked ? problemsOf(rows) : new Map();

  useEffect(() => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (!wanted) return;
    const parts = list.current?.querySelectorAll<HTMLElement>(`[data-row="${wanted.id}"] [data-part]`) ?? [];
    const found = [...parts].find((part) => part.dataset.part === wanted.part && !(part as HTMLButtonElement).disabled);
    (found ?? parts[0])?.focus();
  });
  const change = (next: readonly CommandRow[]) => {
    setRows(next);
    setPhase('idle');
    setFailure(null);
  };
  const move = (row: CommandRow, by: -1 | 1, part: string) => {
    const next = moved(rows, row.id, by);
    change(next);
    focusNext.current = { id: row.id, part };
    const position = next.findIndex(({ id }) => id === row.id) + 1;
    setNews(t('BotProfile.commands.moved', { name: `/${row.command}`, position, count: next.length }));
  };
  const remove = (row: CommandRow) => {
    const at = rows.indexOf(row);
    const neighbour = rows[at + 1] ?? rows[at - 1];
    change(rows.filter((each) => each !== row));
    if (neighbour) focusNext.current = { id: neighbour.id, part: 'remove' };
  };
  const add = () => {
    const next = added(rows);
    change(next);
    focusNext.current = { id: next.at(-1)?.id ?? 0, part: 'command' };
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const [wrong] = problemsOf(rows);
    if (wrong) {
      focusNext.current = { id: wrong[0], part: wrong[1].command ? 'command' : 'description' };
      setRows([...rows]);
      return;
    }
    setPhase('busy');
    setFailure(null);
    try {
      const kept = await call(api.setCommands, {
        params: { key: bot.key },
        body: { ...place, commands: commandsOf(rows) },
      });
      queryClient.setQueryData(commandsQuery(bot.key, place).queryKey, kept);
      setRows(rowsOf(kept.commands));
      setChecked(false);
      setPhase('saved');
      showDone(t('BotProfile.commands.done'));
    } catch (error) {
      setFailure(formErrorOf(error));
      setPhase('idle');
    }
  };
  const discard = () => {
    change(rowsOf(saved));
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
            onMove={(by, part) => move(row, by, part)}
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
              disabled={rows.length >= mostCommands}
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
