import { api, type Bot, type Init, opens, permissionsOf } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, initQuery, queryClient } from '../api/call.ts';
import { readable } from './default-page.ts';

/** The account's bots, fresher than those of `site/init`: last updates move all the time. */
export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: ({ signal }) => call(api.listBots, { signal }),
  initialData: () => {
    const init = queryClient.getQueryData(initQuery.queryKey);
    return init && Object.values(init.bots);
  },
  initialDataUpdatedAt: 0,
  refetchInterval: 30_000,
});

const withBots = (change: (bots: Init['bots']) => Init['bots']): void => {
  queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, bots: change(init.bots) });
};

/** Puts a new or changed bot into every answer that holds it. */
export function keepBot(bot: Bot): void {
  withBots((bots) => ({ ...bots, [bot.key]: bot }));
  queryClient.setQueryData(botsQuery.queryKey, (list) => list?.map((each) => (each.key === bot.key ? bot : each)));
}

/** Asks for one bot again, after a change whose answer does not hold it. */
export const refreshBot = async (key: string): Promise<void> => keepBot(await call(api.getBot, { params: { key } }));

/** Takes a removed bot out of every answer, with everything that was asked about it. */
export function dropBot(key: string): void {
  withBots((bots) => Object.fromEntries(Object.entries(bots).filter(([each]) => each !== key)));
  queryClient.setQueryData(botsQuery.queryKey, (list) => list?.filter((each) => each.key !== key));
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(key) });
}

/** Whether the asking account may do this with the bot. */
export const may = (bot: Bot, permission: Bot['permissions'][number]): boolean => opens(permissionsOf(bot), permission);

/** Whether there is a report of the bot that the account may read. */
export const readsAny = (bot: Bot): boolean => readable(permissionsOf(bot)).length > 0;
