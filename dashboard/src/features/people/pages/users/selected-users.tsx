import type { Bot, BotUser, PeopleColumn, PeopleSelection } from '@botscope/contract';
import { may } from '../../../../platform/session/bot-data.ts';
import type { TableSort } from '../../../../ui/table/columns.ts';
import { ListActions } from './list-actions.tsx';
import { useUserSelection } from './use-user-selection.ts';
import { UsersTable } from './users-table.tsx';

interface SelectedUsersProps {
  bot: Bot;
  users: readonly BotUser[];
  columns: readonly PeopleColumn[];
  sort: TableSort;
  /** What the list selects. */
  matching: PeopleSelection;
  /** How many match in all. */
  total: number;
  isStale: boolean;
  onSort(sort: TableSort): void;
}

/** The table with its selection: another selection of the list begins with nobody ticked. */
export function SelectedUsers({ bot, users, matching, total, ...table }: SelectedUsersProps) {
  const loaded = users.map(({ user_id }) => String(user_id));
  const { control, members } = useUserSelection(total, loaded, matching);
  const mayList = may(bot, 'tasker.list.save');
  return (
    <>
      {mayList && members && <ListActions bot={bot} members={members} count={control.count} onDone={control.clear} />}
      <UsersTable {...table} bot={bot} users={users} selection={mayList ? control : null} />
    </>
  );
}
