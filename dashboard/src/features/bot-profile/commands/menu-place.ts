import { api, type commandScopes } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

export type CommandScope = (typeof commandScopes)[number];

/** Identifies one of the bot's menus: its scope and its language ('' = for all languages without their own). */
export interface MenuPlace {
  scope: CommandScope;
  chat_id?: string;
  user_id?: string;
  language_code: string;
}

/** Whether a scope names one chat, and one user in it. */
export const namesChat = (scope: CommandScope): boolean => scope.startsWith('chat');
export const namesUser = (scope: CommandScope): boolean => scope === 'chat_member';

export const isChat = (text: string): boolean => /^(-?\d{1,16}|@\w{4,32})$/.test(text);
export const isUser = (text: string): boolean => /^\d{1,16}$/.test(text);

export const commandsQuery = (key: string, place: MenuPlace) =>
  queryOptions({
    queryKey: ['bots', key, 'commands', place],
    queryFn: ({ signal }) => call(api.getCommands, { params: { key }, query: place, signal }),
  });
