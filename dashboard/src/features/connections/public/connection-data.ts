import { api, type Connection } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** Loads how a bot is connected, with the addresses to paste. */
export const connectionQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'connection'],
    queryFn: ({ signal }) => call(api.getConnection, { params: { key }, signal }),
  });

/** Puts what the server answered to a change in the place of what was known. */
export const keepConnection = (key: string, connection: Connection): void => {
  queryClient.setQueryData(connectionQuery(key).queryKey, connection);
};

/** Asks again, after something that changes a connection from elsewhere. */
export const refreshConnection = (key: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: connectionQuery(key).queryKey });
