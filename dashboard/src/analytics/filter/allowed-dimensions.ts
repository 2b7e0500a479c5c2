import { useCurrentBot } from '../../platform/session/session.ts';

/** Without segments for those who may not list users. contract/src/revealed.ts is too heavy for pages of reports. */
export function useAllowedDimensions<Dimension extends string>(all: readonly Dimension[]): Dimension[] {
  const { bot } = useCurrentBot();
  return all.filter((one) => one !== 'segment' || bot?.permissions.includes('section.users.list'));
}
