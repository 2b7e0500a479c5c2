import type { Bot, CountedField } from '@botscope/contract';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Under } from '../../../ui/words.tsx';
import { type FieldUse, useFieldUses } from '../../people/public/field-uses.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { setStatusWithUndo } from './set-status.ts';
import { UsedIn } from './used-in.tsx';

const tones = { enabled: 'good', disabled: 'warn', archived: 'plain' } as const;

/** The fields with their types, statuses and how many users have a value. */
export function FieldTable({ bot, fields }: { bot: Bot; fields: readonly CountedField[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const findUses = useFieldUses(bot);
  const columns: readonly DataColumn<CountedField>[] = [
    {
      id: 'name',
      name: t('Fields.columns.name'),
      isRowName: true,
      cell: ({ key, name }) => (
        <>
          <TextLink to="/custom-fields" search={(oldSearch) => ({ ...oldSearch, field: key })}>
            <bdi>{name}</bdi>
          </TextLink>
          <Under>
            <code>{key}</code>
          </Under>
        </>
      ),
    },
    { id: 'type', name: t('Fields.columns.type'), cell: ({ type }) => t(`Fields.types.${type}`) },
    {
      id: 'status',
      name: t('Fields.columns.status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`Fields.statuses.${status}`)}</Badge>,
    },
    {
      id: 'people',
      name: t('Fields.columns.people'),
      align: 'end',
      cell: ({ people }) => format.number(people),
    },
    { id: 'uses', name: t('Fields.columns.uses'), cell: ({ key }) => <UsedIn uses={findUses?.(key)} /> },
  ];
  const actions: DataColumn<CountedField> = {
    id: 'actions',
    name: t('Fields.columns.actions'),
    hasHiddenHeading: true,
    isCorner: true,
    cell: (field) => <FieldActions bot={bot} field={field} uses={findUses?.(field.key) ?? []} />,
  };
  return (
    <DataTable
      label={t('Fields.title')}
      columns={may(bot, 'custom_fields.manage') ? [...columns, actions] : columns}
      rows={fields}
      rowId={({ key }) => key}
    />
  );
}

interface FieldActionsProps {
  bot: Bot;
  field: CountedField;
  uses: readonly FieldUse[];
}

function FieldActions({ bot, field, uses }: FieldActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key, name, status } = field;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <DropMenu label={t('Fields.actionsOf', { name })} button={<IconDots size={18} stroke={1.6} aria-hidden />}>
        <DropItem
          onChoose={() => navigate({ to: '/custom-fields', search: (oldSearch) => ({ ...oldSearch, field: key }) })}
        >
          {t('Fields.actions.edit')}
        </DropItem>
        {status !== 'enabled' && (
          <DropItem onChoose={() => setStatusWithUndo(bot.key, field, 'enabled')}>
            {t(status === 'archived' ? 'Fields.actions.restore' : 'Fields.actions.enable')}
          </DropItem>
        )}
        {status === 'enabled' && (
          <DropItem onChoose={() => setStatusWithUndo(bot.key, field, 'disabled')}>
            {t('Fields.actions.disable')}
          </DropItem>
        )}
        {status !== 'archived' && (
          <DropItem
            onChoose={() => (uses.length > 0 ? setAsking(true) : setStatusWithUndo(bot.key, field, 'archived'))}
          >
            {t('Fields.actions.archive')}
          </DropItem>
        )}
      </DropMenu>
      {isAsking && <ArchiveDialog bot={bot.key} field={field} uses={uses} onClose={() => setAsking(false)} />}
    </>
  );
}
