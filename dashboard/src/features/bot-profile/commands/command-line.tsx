import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandRow, RowProblem } from './command-rows.ts';
import classes from './commands.module.css';

interface CommandLineProps {
  row: CommandRow;
  /** From 1. */
  position: number;
  count: number;
  problem: { command?: RowProblem; description?: RowProblem } | undefined;
  readOnly: boolean;
  onChange(part: Partial<CommandRow>): void;
  /** `part` is what has the focus: it keeps it in the new place. */
  onMove(by: -1 | 1, part: string): void;
  onRemove(): void;
}

/** One command: its name, what it does, and its place in the menu. */
export function CommandLine(props: CommandLineProps) {
  const { row, position, count, problem, readOnly, onChange, onMove, onRemove } = props;
  const { t } = useTranslation();
  const name = row.command ? `/${row.command}` : t('BotProfile.commands.row', { position });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || step === null || readOnly) return;
    event.preventDefault();
    const part = event.target instanceof HTMLElement ? event.target.dataset.part : undefined;
    onMove(step, part ?? 'command');
  };
  return (
    <li data-row={row.id} className={classes.line} onKeyDown={onKeyDown}>
      <TextInput
        data-part="command"
        aria-label={`${t('BotProfile.commands.command')} ${position}`}
        leftSection={<span aria-hidden="true">/</span>}
        leftSectionWidth={24}
        classNames={{ input: classes.name }}
        value={row.command}
        error={problem?.command && t(`BotProfile.commands.${problem.command}`)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        onChange={(event) => onChange({ command: event.currentTarget.value })}
      />
      <TextInput
        data-part="description"
        aria-label={`${t('BotProfile.commands.description')} ${position}`}
        placeholder={t('BotProfile.commands.description')}
        value={row.description}
        error={problem?.description && t(`BotProfile.commands.${problem.description}`)}
        autoComplete="off"
        readOnly={readOnly}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {!readOnly && (
        <div className={classes.tools}>
          <ActionIcon
            data-part="up"
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('BotProfile.commands.up', { name })}
            disabled={position === 1}
            onClick={() => onMove(-1, 'up')}
          >
            <IconArrowUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            data-part="down"
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('BotProfile.commands.down', { name })}
            disabled={position === count}
            onClick={() => onMove(1, 'down')}
          >
            <IconArrowDown size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            data-part="remove"
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('BotProfile.commands.remove', { name })}
            onClick={onRemove}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
