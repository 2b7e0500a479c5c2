import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { SearchText, SortText } from './people.ts';
import { RulesText } from './segment-rules.ts';

/** State of a saved view of the list of users, in the words of the list's address; '' is the usual. */
export const PeopleViewState = z.object({
  rules: RulesText,
  search: SearchText,
  sort: SortText,
  columns: z.string().check(z.maxLength(2_000)),
});
export type PeopleViewState = z.output<typeof PeopleViewState>;

/** Limit for one account at one bot, and for views that are shared at the bot. */
export const mostPeopleViews = 100;

const PeopleViewDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  is_shared: z.boolean(),
  state: PeopleViewState,
});
export type PeopleViewDraft = z.output<typeof PeopleViewDraft>;

export const PeopleView = z.extend(PeopleViewDraft, {
  view_id: z.number(),
  /** Whether the asking account made it. */
  is_own: z.boolean(),
  /** The asking account may not see what it selects or orders by: `state` is empty, and a change keeps what is stored. */
  is_hidden: z.boolean(),
  updated_at: z.string(),
});
export type PeopleView = z.output<typeof PeopleView>;

const viewPath = z.extend(botPath, { view_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

/** Saved views: each account's own, and those that are shared with everyone who may see the bot's users. */
export const peopleViewEndpoints = {
  listPeopleViews: endpoint({
    method: 'GET',
    path: '/bots/{key}/people-views',
    access: 'section.users.list',
    params: botPath,
    data: z.array(PeopleView),
  }),
  createPeopleView: endpoint({
    method: 'POST',
    path: '/bots/{key}/people-views',
    access: 'section.users.list',
    params: botPath,
    body: PeopleViewDraft,
    data: PeopleView,
  }),
  /** Shared views of others need `tasker.list.save` besides; so do removal and restoring. */
  updatePeopleView: endpoint({
    method: 'POST',
    path: '/bots/{key}/people-views/{view_id}',
    access: 'section.users.list',
    params: viewPath,
    body: PeopleViewDraft,
    data: PeopleView,
  }),
  removePeopleView: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/people-views/{view_id}',
    access: 'section.users.list',
    params: viewPath,
    data: z.object({ removed: z.literal(true) }),
  }),
  restorePeopleView: endpoint({
    method: 'POST',
    path: '/bots/{key}/people-views/{view_id}/restore',
    access: 'section.users.list',
    params: viewPath,
    data: PeopleView,
  }),
};
