import type { Bot } from '@botscope/contract';
import type { ReactNode } from 'react';
import { may } from '../../../../platform/session/bot-data.ts';
import { TextLink } from '../../../../ui/text-link.tsx';

interface UsersLinkProps {
  bot: Bot;
  /** A word of contract's `OutcomeText`. */
  outcome: string;
  /** Number of these users; 0 has no link. */
  users: number;
  children: ReactNode;
}

/** A number that lists its users below, for those who may list recipients. */
export function UsersLink({ bot, outcome, users, children }: UsersLinkProps) {
  if (users === 0 || !may(bot, 'tasker.users.list')) return children;
  return (
    <TextLink
      to="."
      fz="inherit"
      fw="inherit"
      underline="always"
      search={(oldSearch: object) => ({ ...oldSearch, group: undefined, reason: undefined, outcome })}
      hash="recipients"
    >
      {children}
    </TextLink>
  );
}
