import type { Bot, CountedField, CustomField, FieldStatus } from '@botscope/contract';
import { Button, Flex, Stack } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DropItem, DropMenu } from '../../../ui/drop-menu.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { Under } from '../../../ui/words.tsx';
import { type FieldUse, useFieldUses } from '../../users/public/field-uses.ts';
import { setFieldStatus } from '../public/fields-data.ts';
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
      id: 'users',
      name: t('Fields.columns.users'),
      align: 'end',
      cell: ({ users }) => format.number(users),
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

interface ArchiveDialogProps {
  bot: string;
  field: CustomField;
  uses: readonly FieldUse[];
  onClose(): void;
}

/** Asked only of a field that is used. */
function ArchiveDialog({ bot, field, uses, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  const archive = () => {
    onClose();
    void setStatusWithUndo(bot, field, 'archived');
  };
  return (
    <Dialog title={t('Fields.uses.archiveTitle', { name: field.name })} onClose={onClose}>
      <Stack gap={16}>
        <p>{t('Fields.uses.archiveText')}</p>
        <UsedIn uses={uses} />
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button data-autofocus onClick={archive}>
            {t('Fields.actions.archive')}
          </Button>
        </Flex>
      </Stack>
    </Dialog>
  );
}

/** Changes the status of a field and offers to take it back. */
async function setStatusWithUndo(
  bot: string,
  { key, name, status: before }: Pick<CustomField, 'key' | 'name' | 'status'>,
  status: FieldStatus,
): Promise<void> {
  try {
    await setFieldStatus(bot, key, status);
  } catch (error) {
    showError(error);
    return;
  }
  showUndo({
    id: `field-status-${key}`,
    text: i18n.t(`Fields.done.${status}`, { name }),
    label: i18n.t('Fields.undo'),
    stays: 15_000,
    onUndo: () =>
      setFieldStatus(bot, key, before)
        .then(() => showDone(i18n.t(`Fields.done.${before}`, { name })))
        .catch(showError),
  });
}
