import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { RulesText } from './segment-rules.ts';
import { SearchText, SortText } from './users.ts';

/** State of a saved view of the list of users, in the words of the list's address; '' is the usual. */
export const UsersViewState = z.object({
  rules: RulesText,
  search: SearchText,
  sort: SortText,
  columns: z.string().check(z.maxLength(2_000)),
});
export type UsersViewState = z.output<typeof UsersViewState>;

/** Limit for one account at one bot, and for views that are shared at the bot. */
export const maxUsersViews = 100;

const UsersViewDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  is_shared: z.boolean(),
  state: UsersViewState,
});
export type UsersViewDraft = z.output<typeof UsersViewDraft>;

export const UsersView = z.extend(UsersViewDraft, {
  view_id: z.number(),
  /** Whether the asking account made it. */
  is_own: z.boolean(),
  /** The asking account may not see what it selects or orders by: `state` is empty, and a change keeps what is stored. */
  is_hidden: z.boolean(),
  updated_at: z.string(),
});
export type UsersView = z.output<typeof UsersView>;

const viewPath = z.extend(botPath, { view_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

/** Saved views: each account's own, and those that are shared with everyone who may see the bot's users. */
export const usersViewEndpoints = {
  listUsersViews: endpoint({
    method: 'GET',
    path: '/bots/{key}/users-views',
    access: 'section.users.list',
    params: botPath,
    data: z.array(UsersView),
  }),
  createUsersView: endpoint({
    method: 'POST',
    path: '/bots/{key}/users-views',
    access: 'section.users.list',
    params: botPath,
    body: UsersViewDraft,
    data: UsersView,
  }),
  /** Shared views of others need `tasker.list.save` besides; so do removal and restoring. */
  updateUsersView: endpoint({
    method: 'POST',
    path: '/bots/{key}/users-views/{view_id}',
    access: 'section.users.list',
    params: viewPath,
    body: UsersViewDraft,
    data: UsersView,
  }),
  removeUsersView: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/users-views/{view_id}',
    access: 'section.users.list',
    params: viewPath,
    data: z.object({ removed: z.literal(true) }),
  }),
  restoreUsersView: endpoint({
    method: 'POST',
    path: '/bots/{key}/users-views/{view_id}/restore',
    access: 'section.users.list',
    params: viewPath,
    data: UsersView,
  }),
};
