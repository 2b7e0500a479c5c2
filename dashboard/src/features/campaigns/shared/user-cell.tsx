import type { Bot } from '@botscope/contract';
import { may } from '../../../platform/session/bot-data.ts';
import { Under } from '../../../ui/words.tsx';
import { UserLink } from '../../users/public/user-link.tsx';

interface NamedUser {
  user_id: number;
  name: string;
  username: string;
}

/** A user in a table of a campaign; a link for those who may see users. */
export function UserCell({ bot, user: { user_id, name, username } }: { bot: Bot; user: NamedUser }) {
  const words = <bdi>{name || `ID ${user_id}`}</bdi>;
  return (
    <>
      {may(bot, 'section.users.list') ? <UserLink id={user_id}>{words}</UserLink> : words}
      <Under>{username === '' ? (name === '' ? '' : `ID ${user_id}`) : `@${username}`}</Under>
    </>
  );
}
