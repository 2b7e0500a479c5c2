import { api, type BotSettings } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { changeAtOnce } from '../../../platform/api/optimistic.ts';

// Every key holds the bot's: what was asked about a removed bot is forgotten by it.

export const settingsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'settings'],
    queryFn: ({ signal }) => call(api.getSettings, { params: { key }, signal }),
  });

/** `language` '' = the texts for all languages without their own. */
export const profileQuery = (key: string, language: string) =>
  queryOptions({
    queryKey: ['bots', key, 'profile', language],
    queryFn: ({ signal }) => call(api.getProfile, { params: { key }, query: { language_code: language }, signal }),
  });

export const menuButtonQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'menu-button'],
    queryFn: ({ signal }) => call(api.getMenuButton, { params: { key }, signal }),
  });

export const hiddenCommandsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'hidden-commands'],
    queryFn: ({ signal }) => call(api.listHiddenCommands, { params: { key }, signal }),
  });

/**
 * Saves some of a bot's settings. They show at once and go back if the server refuses; reports are requested again, for they
 * are counted by these settings. @throws ApiError
 */
export async function saveSettings(key: string, change: Partial<BotSettings>): Promise<void> {
  await changeAtOnce<BotSettings>({
    queryKey: settingsQuery(key).queryKey,
    apply: (settings) => ({ ...settings, ...change }),
    send: () => call(api.setSettings, { params: { key }, body: change }),
  });
  await queryClient.invalidateQueries({ queryKey: ['report', key], refetchType: 'none' });
}
