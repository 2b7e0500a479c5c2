import type { Bot, Target } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { nameOf, triggerWords, valueWords } from '../../shared/target-words.ts';
import { removeWithUndo } from './remove-target.ts';
import classes from './targets.module.css';

/** All targets with what they counted lately. */
export function TargetTable({ bot, targets }: { bot: Bot; targets: readonly Target[] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Target>[] = [
    {
      id: 'name',
      name: t('Conversions.targets.columns.name'),
      isRowName: true,
      cell: (target) => <Name target={target} />,
    },
    {
      id: 'trigger',
      name: t('Conversions.targets.columns.trigger'),
      cell: ({ trigger }) => triggerWords(t, trigger),
    },
    {
      id: 'value',
      name: t('Conversions.targets.columns.value'),
      tone: ({ value }) => (value.kind === 'fixed' ? undefined : 'dim'),
      cell: ({ value }) => valueWords(t, value, i18n.language),
    },
    {
      id: 'count',
      name: t('Conversions.targets.columns.count'),
      align: 'end',
      cell: ({ count, target_id }) =>
        count > 0 ? (
          <Link to="/conversion" search={{ target: String(target_id), period: '30d' }} className={classes.name}>
            {format.number(count)}
          </Link>
        ) : (
          0
        ),
    },
    {
      id: 'users',
      name: t('Conversions.targets.columns.users'),
      align: 'end',
      cell: ({ users }) => format.number(users),
    },
    {
      id: 'last',
      name: t('Conversions.targets.columns.last'),
      isUnbroken: true,
      cell: ({ last_at }) =>
        last_at ? (
          <time dateTime={last_at}>{format.moment(last_at)}</time>
        ) : (
          <Dim>{t('Conversions.targets.never')}</Dim>
        ),
    },
  ];
  const actions: DataColumn<Target> = {
    id: 'actions',
    name: t('Conversions.targets.columns.actions'),
    hasHiddenHeading: true,
    isCorner: true,
    cell: (target) => !target.built_in && <RemoveButton bot={bot} target={target} />,
  };
  return (
    <DataTable
      label={t('Conversions.targets.title')}
      columns={may(bot, 'convers.manage') ? [...columns, actions] : columns}
      rows={targets}
      rowId={({ target_id }) => String(target_id)}
    />
  );
}

const idWord = 'target_id';

function Name({ target }: { target: Target }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to="/targets/$targetId" params={{ targetId: String(target.target_id) }} className={classes.name}>
        {nameOf(t, target)}
      </Link>
      <Under>
        {idWord} {target.target_id}
        {target.built_in && ` · ${t('Conversions.targets.builtIn')}`}
      </Under>
    </>
  );
}

function RemoveButton({ bot, target }: { bot: Bot; target: Target }) {
  const { t } = useTranslation();
  const remove = async () => {
    // The row goes with its button; the heading keeps those who use a keyboard on the page.
    if (await removeWithUndo(bot.key, target)) document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('Conversions.targets.removeOf', { name: nameOf(t, target) })}
      title={t('Conversions.targets.remove')}
      onClick={remove}
    >
      <IconTrash size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
