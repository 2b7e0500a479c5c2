import { useCurrentBot } from '../../platform/session/session.ts';

/** Whether reports may be filtered and divided by segments. contract/src/revealed.ts is too heavy for their pages. */
export function useMayAskSegments(): boolean {
  const { bot } = useCurrentBot();
  return bot?.permissions.includes('section.users.list') === true;
}
