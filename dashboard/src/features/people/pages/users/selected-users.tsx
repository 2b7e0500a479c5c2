import type { Bot, BotUser, PeopleColumn, PeopleSelection } from '@botscope/contract';
import { may } from '../../../../platform/session/bot-data.ts';
import type { TableSort } from '../../../../ui/table/columns.ts';
import { WriteToUsers } from '../../../campaigns/public/write-to-users.tsx';
import { JobActions, mayStartJobs } from '../../../user-jobs/public/job-actions.tsx';
import { createSegment, mayKeepLists } from '../../data/segments-data.ts';
import { ExportLinks } from './export-links.tsx';
import { ListActions } from './list-actions.tsx';
import { useUserSelection } from './use-user-selection.ts';
import classes from './users.module.css';
import { UsersTable } from './users-table.tsx';
import { formatColumns } from './users-view.ts';

interface SelectedUsersProps {
  bot: Bot;
  users: readonly BotUser[];
  columns: readonly PeopleColumn[];
  sort: TableSort;
  /** Selection of the list. */
  matching: PeopleSelection;
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
