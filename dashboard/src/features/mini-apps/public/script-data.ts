import { trackerScriptEndpoints } from '@botscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { useSession } from '../../../platform/session/session.ts';

/** Pages are looked at while their owner changes them. */
export const followEveryMs = 2_000;
export const errorsEveryMs = 10_000;

const trackerScriptsQuery = queryOptions({
  queryKey: ['tracker-scripts'],
  queryFn: ({ signal }) => call(trackerScriptEndpoints.trackerScripts, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Loads the paths of the scripts. If that fails, the snippet is that of the newest version. */
export const useTrackerScripts = () => {
  const { user } = useSession();
  return useQuery({ ...trackerScriptsQuery, enabled: user !== null }).data;
};
