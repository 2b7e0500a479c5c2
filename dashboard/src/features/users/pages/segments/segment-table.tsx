import type { Bot, Segment } from '@botscope/contract';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { updateSegment } from '../../data/segments-data.ts';
import { NameDialog } from '../../public/name-dialog.tsx';
import { describeRules } from '../../rules/describe-condition.ts';
import { useRuleWords } from '../../rules/use-rule-words.ts';
import { duplicateSegment, removeWithUndo } from './segment-actions.ts';
import { SegmentCount } from './segment-count.tsx';
import classes from './segments.module.css';

/** All segments with their last counts. */
export function SegmentTable({ bot, segments }: { bot: Bot; segments: readonly Segment[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [renamed, setRenamed] = useState<Segment | null>(null);
  const columns: readonly DataColumn<Segment>[] = [
    {
      id: 'name',
      name: t('Users.segments.columns.name'),
      isRowName: true,
      sortValue: ({ name }) => name,
      cell: (segment) => <Name bot={bot} segment={segment} />,
    },
    {
      id: 'kind',
      name: t('Users.segments.columns.kind'),
      isUnbroken: true,
      sortValue: ({ kind }) => t(`Users.segments.kinds.${kind}`),
      cell: ({ kind }) => t(`Users.segments.kinds.${kind}`),
    },
    {
      id: 'count',
      name: t('Users.segments.columns.count'),
      isUnbroken: true,
      sortValue: ({ count }) => count,
      cell: (segment) => <SegmentCount bot={bot} segment={segment} />,
    },
    {
      id: 'used',
      name: t('Users.segments.columns.used'),
      isEmpty: ({ used_in }) => used_in.length === 0,
      cell: ({ used_in }) => (used_in.length === 0 ? <Dim>—</Dim> : <UsedIn segments={used_in} />),
    },
    {
      id: 'updated',
      name: t('Users.segments.columns.updated'),
      isUnbroken: true,
      sortValue: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => <time dateTime={updated_at}>{format.date(updated_at)}</time>,
    },
  ];
  const actions: DataColumn<Segment> = {
    id: 'actions',
    name: t('Users.segments.columns.actions'),
    hasHiddenHeading: true,
    isCorner: true,
    cell: (segment) =>
      segment.may_change && <RowMenu bot={bot} segment={segment} onRename={() => setRenamed(segment)} />,
  };
  return (
    <>
      <DataTable
        label={t('Users.segments.title')}
        columns={may(bot, 'tasker.list.save') || may(bot, 'tasker.list.delete') ? [...columns, actions] : columns}
        rows={segments}
        rowId={({ segment_id }) => String(segment_id)}
      />
      {renamed && <RenameDialog bot={bot} segment={renamed} onClose={() => setRenamed(null)} />}
    </>
  );
}

export function UsedIn({ segments }: { segments: Segment['used_in'] }) {
  return (
    <span className={classes.used}>
      {segments.map(({ segment_id, name }) => (
        <Link
          key={segment_id}
          to="/segments/$segmentId"
          params={{ segmentId: String(segment_id) }}
          className={classes.name}
        >
          {name}
        </Link>
      ))}
    </span>
  );
}

function Name({ bot, segment }: { bot: Bot; segment: Segment }) {
  const { t } = useTranslation();
  const words = useRuleWords(bot);
  const { segment_id, name, kind, rules, is_hidden } = segment;
  return (
    <>
      <Link to="/segments/$segmentId" params={{ segmentId: String(segment_id) }} className={classes.name}>
        {name}
      </Link>
      {kind === 'dynamic' && <Under>{is_hidden ? t('Users.rules.hidden') : describeRules(words, rules)}</Under>}
    </>
  );
}

function RowMenu({ bot, segment, onRename }: { bot: Bot; segment: Segment; onRename(): void }) {
  const { t } = useTranslation();
  const remove = async () => {
    if (await removeWithUndo(bot.key, segment)) document.querySelector<HTMLElement>('h1')?.focus();
  };
  return (
    <DropMenu
      label={t('Users.segments.menu', { name: segment.name })}
      button={<IconDots size={16} stroke={1.6} aria-hidden />}
    >
      {may(bot, 'tasker.list.save') && (
        <>
          <DropItem icon={<IconPencil size={16} />} onChoose={onRename}>
            {t('Users.segments.rename')}
          </DropItem>
          <DropItem
            icon={<IconCopy size={16} />}
            onChoose={() => void duplicateSegment(bot.key, segment).catch(showError)}
          >
            {t('Users.segments.duplicate')}
          </DropItem>
        </>
      )}
      {may(bot, 'tasker.list.delete') && (
        <DropItem danger icon={<IconTrash size={16} />} onChoose={() => void remove()}>
          {t('Users.segments.remove')}
        </DropItem>
      )}
    </DropMenu>
  );
}

interface RenameDialogProps {
  bot: Bot;
  segment: Segment;
  onClose(): void;
}

function RenameDialog({ bot, segment, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  return (
    <NameDialog
      title={t('Users.segments.renameTitle')}
      label={t('Users.segments.name')}
      name={segment.name}
      onSave={async (name) => {
        await updateSegment(bot.key, segment.segment_id, { name });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
