import { type Account, api, type Permissions } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { createUsersViews, type UsersViews, type ViewReader } from './users-views.ts';

/** Saved views of the list of users. */
export const usersViews = defineFeature({
  name: 'users-views',
  tables: ['users_views'],
  create({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) {
    const views = createUsersViews({ metadata });
    return {
      userData: [{ name: 'users_views', erase: views.erase }],
      routes: (http) => registerUsersViews(http, { views, record: recordAudit }),
    };
  },
});

interface UsersViewDeps {
  views: UsersViews;
  record: RecordAudit;
}

function registerUsersViews(http: Http<BotRow>, { views, record }: UsersViewDeps): void {
  const toReader = (call: { account: Account | null; permissions: Permissions | null }): ViewReader => ({
    accountKey: call.account?.key ?? null,
    permissions: permitted(call.permissions),
    mayChangeShared:
      permitted(call.permissions).role !== null && permitted(call.permissions).keys.has('tasker.list.save'),
  });

  http.on(api.listUsersViews, async ({ bot, ...call }) => views.list(permitted(bot).key, toReader(call)));
  http.on(api.createUsersView, async ({ body, ...call }) => {
    const bot = permitted(call.bot);
    // Everyone sees the demo's users, and nobody changes anything there.
    if (bot.is_demo) throw new AppError('AccessDenied');
    const view = await views.create(bot.key, { ...toReader(call), accountKey: signedIn(call.account).key }, body);
    await record(call, 'view_added', { name: view.name });
    return view;
  });
  http.on(api.updateUsersView, async ({ params, body, ...call }) => {
    const view = await views.update(permitted(call.bot).key, Number(params.view_id), toReader(call), body);
    await record(call, 'view_changed', { name: view.name });
    return view;
  });
  http.on(api.removeUsersView, async ({ params, ...call }) => {
    const view = await views.remove(permitted(call.bot).key, Number(params.view_id), toReader(call));
    await record(call, 'view_removed', { name: view.name });
    return { removed: true } as const;
  });
  http.on(api.restoreUsersView, async ({ params, ...call }) => {
    const view = await views.restore(permitted(call.bot).key, Number(params.view_id), toReader(call));
    await record(call, 'view_restored', { name: view.name });
    return view;
  });
}
