import type { Bot, BotUser, SegmentMembers, UserColumn, UsersSelection } from '@botscope/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { nextSort, type TableSort } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { type SelectionControl, useSelection } from '../../../../ui/table/use-selection.ts';
import { WriteToUsers } from '../../../campaigns/public/write-to-users.tsx';
import { JobActions, mayStartJobs } from '../../../user-jobs/public/job-actions.tsx';
import { createSegment, mayKeepLists } from '../../data/segments-data.ts';
import { ExportLinks } from './export-links.tsx';
import { useFieldColumns } from './field-columns.ts';
import { ListActions } from './list-actions.tsx';
import { userColumns } from './user-columns.tsx';
import classes from './users.module.css';
import { formatColumns } from './users-view.ts';

interface UsersTableProps {
  bot: Bot;
  users: readonly BotUser[];
  columns: readonly UserColumn[];
  sort: TableSort;
  selection: SelectionControl | null;
  isStale: boolean;
  onSort(sort: TableSort): void;
}

/** Number of columns beyond which the table scrolls sideways in a frame of its own. */
const maxInWidth = 9;
const textColumns: ReadonlySet<string> = new Set([
  'first_name',
  'last_name',
  'username',
  'language',
  'country',
  'city',
]);

function UsersTable({ bot, users, columns, sort, selection, isStale, onSort }: UsersTableProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const locale = i18n.language;
  const fields = useFieldColumns(bot);
  const drawn = useMemo(
    () => userColumns(columns, { t, locale, format, now: Date.now(), fields }),
    [columns, t, locale, format, fields],
  );
  return (
    <DataTable
      label={t('Users.title')}
      look={drawn.length > maxInWidth ? 'sheet' : 'card'}
      columns={drawn}
      rows={users}
      rowId={({ user_id }) => String(user_id)}
      isStale={isStale}
      sort={sort}
      onSort={(id) => onSort(nextSort(sort, id, !textColumns.has(id)))}
      {...(selection && { selection })}
    />
  );
}

interface SelectedUsersProps {
  bot: Bot;
  users: readonly BotUser[];
  columns: readonly UserColumn[];
  sort: TableSort;
  /** Selection of the list. */
  matching: UsersSelection;
  /** Number of all users that match. */
  total: number;
  isStale: boolean;
  onSort(sort: TableSort): void;
}

/** The table with its selection: another selection of the list begins with nobody ticked. */
export function SelectedUsers({ bot, users, matching, total, ...table }: SelectedUsersProps) {
  const loadedIds = users.map(({ user_id }) => String(user_id));
  const { control, members } = useUserSelection(total, loadedIds, matching);
  const mayList = mayKeepLists(bot);
  const mayExport = may(bot, 'section.users.export');
  const mayWrite = may(bot, 'tasker.task.create');
  const props = { bot, count: control.count, onDone: control.clear };
  return (
    <>
      {members && (
        <div className={classes.actions}>
          {mayList && <ListActions {...props} members={members} />}
          <WriteToUsers
            {...props}
            members={members}
            keep={async (name, keptMembers) =>
              (await createSegment(bot.key, { name, kind: 'snapshot', members: keptMembers })).segment_id
            }
          />
          <JobActions {...props} members={members} />
          {mayExport && (
            <ExportLinks bot={bot} members={members} columns={formatColumns(table.columns)} isOfSelection />
          )}
        </div>
      )}
      <UsersTable
        {...table}
        bot={bot}
        users={users}
        selection={mayList || mayExport || mayWrite || mayStartJobs(bot) ? control : null}
      />
    </>
  );
}

interface UserSelection {
  control: SelectionControl;
  /** Selected users as the server expects them; null if there are none. */
  members: SegmentMembers | null;
}

/**
 * The selected users: those of some rows, or all that match. "All but some" is no selection of the server, so unticking
 * one row of all that match leaves the other rows on show selected.
 */
function useUserSelection(total: number, loadedIds: readonly string[], matching: UsersSelection): UserSelection {
  const control = useSelection(total);
  const { selection } = control;
  const toggle = (id: string) => {
    if (selection.kind === 'rows') return control.toggle(id);
    control.clear();
    control.toggleLoaded(loadedIds.filter((other) => other !== id));
  };
  return { control: { ...control, toggle }, members: pickMembers(control, matching) };
}

function pickMembers({ selection, count }: SelectionControl, matching: UsersSelection): SegmentMembers | null {
  if (count === 0) return null;
  if (selection.kind === 'allMatching') return { selection: matching };
  return { user_ids: [...selection.ids].map(Number) };
}
