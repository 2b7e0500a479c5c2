import { api, type Bot, type HiddenCommand } from '@botscope/contract';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { changeAtOnce } from '../../../platform/api/optimistic.ts';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { Note } from '../../../ui/words.tsx';
import { hiddenCommandsQuery } from '../../bot-settings/public/settings-data.ts';
import classes from './hidden.module.css';

// Commands that wait for a decision come first.
const states = ['Term', 'Stable', 'Disabled'] as const;
const tones = { Term: 'warn', Stable: 'good', Disabled: undefined } as const;

/** Detected commands, by state, with the decision beside each. */
export function HiddenTable({ bot, commands }: { bot: Bot; commands: readonly HiddenCommand[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [state, setState] = useState<HiddenCommand['state'] | 'all'>('all');
  const shownCommands = state === 'all' ? commands : commands.filter((each) => each.state === state);
  const count = (each: HiddenCommand['state']) => commands.filter((command) => command.state === each).length;
  const columns: readonly DataColumn<HiddenCommand>[] = [
    { id: 'text', name: t('HiddenCommands.hidden.textColumn'), isRowName: true, cell: ({ text }) => text },
    {
      id: 'state',
      name: t('HiddenCommands.hidden.state'),
      cell: ({ state: value }) => <Badge tone={tones[value]}>{t(`HiddenCommands.hidden.states.${value}`)}</Badge>,
    },
    {
      id: 'count',
      name: t('HiddenCommands.hidden.count'),
      align: 'end',
      cell: ({ count: uses }) => format.number(uses),
    },
    { id: 'users', name: t('HiddenCommands.hidden.users'), align: 'end', cell: ({ users }) => format.number(users) },
    {
      id: 'found',
      name: t('HiddenCommands.hidden.found'),
      isUnbroken: true,
      cell: ({ found_at }) => format.date(found_at),
    },
  ];
  const actions: DataColumn<HiddenCommand> = {
    id: 'actions',
    name: t('HiddenCommands.hidden.actions'),
    hasHiddenHeading: true,
    align: 'end',
    cell: (command) => <Decision bot={bot} command={command} />,
  };
  if (commands.length === 0) return <Note>{t('HiddenCommands.hidden.empty')}</Note>;
  return (
    <>
      <SegmentedControl
        aria-label={t('HiddenCommands.hidden.state')}
        className={classes.states}
        size="xs"
        value={state}
        onChange={(newState) => setState(newState as typeof state)}
        data={[
          { value: 'all', label: `${t('HiddenCommands.hidden.all')} ${commands.length}` },
          ...states.map((value) => ({ value, label: `${t(`HiddenCommands.hidden.states.${value}`)} ${count(value)}` })),
        ]}
      />
      {shownCommands.length === 0 ? (
        <Note>{t('HiddenCommands.hidden.emptyState')}</Note>
      ) : (
        <DataTable
          look="plain"
          label={t('HiddenCommands.hidden.title')}
          columns={may(bot, 'settings.edit') ? [...columns, actions] : columns}
          rows={shownCommands}
          rowId={({ text }) => text}
        />
      )}
      <Note>{t('HiddenCommands.hidden.days')}</Note>
    </>
  );
}

function Decision({ bot, command }: { bot: Bot; command: HiddenCommand }) {
  const { t } = useTranslation();
  const { text, state } = command;
  return (
    <Group gap={4} wrap="nowrap">
      {state !== 'Stable' && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('HiddenCommands.hidden.approveThis', { text })}
          onClick={() => setHiddenState(bot, command, 'Stable')}
        >
          {t('HiddenCommands.hidden.approve')}
        </Button>
      )}
      {state !== 'Disabled' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t('HiddenCommands.hidden.refuseThis', { text })}
          onClick={() => setHiddenState(bot, command, 'Disabled')}
        >
          {t('HiddenCommands.hidden.refuse')}
        </Button>
      )}
    </Group>
  );
}

type State = HiddenCommand['state'];

/** Sets the state at once. @returns whether the server agreed */
async function sendState(bot: Bot, { text }: HiddenCommand, state: State): Promise<boolean> {
  try {
    await changeAtOnce<HiddenCommand[]>({
      queryKey: hiddenCommandsQuery(bot.key).queryKey,
      apply: (list) => list.map((each) => (each.text === text ? { ...each, state } : each)),
      send: () => call(api.setHiddenCommand, { params: { key: bot.key }, body: { text, state } }),
    });
  } catch (error) {
    showError(error);
    return false;
  }
  await queryClient.invalidateQueries({ queryKey: ['report', bot.key], refetchType: 'none' });
  return true;
}

/** Approves or refuses a hidden command, and offers to take it back. */
async function setHiddenState(bot: Bot, command: HiddenCommand, state: 'Stable' | 'Disabled'): Promise<void> {
  if (!(await sendState(bot, command, state))) return;
  const { text } = command;
  showUndo({
    id: `hidden ${text}`,
    text: i18n.t(state === 'Stable' ? 'HiddenCommands.hidden.approved' : 'HiddenCommands.hidden.refused', { text }),
    label: i18n.t('HiddenCommands.undo'),
    onUndo: async () => {
      if (await sendState(bot, command, command.state)) showDone(i18n.t('HiddenCommands.hidden.back', { text }));
    },
  });
}
