import { api, type UsersView, type UsersViewDraft } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** The saved views of the list that the account may open, by name. */
export const viewsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'users-views'],
    queryFn: ({ signal }) => call(api.listUsersViews, { params: { key }, signal }),
  });

/** Creates a view, or changes the one with this id. @throws ApiError */
export async function saveView(key: string, id: number | null, body: UsersViewDraft): Promise<UsersView> {
  const savedView =
    id === null
      ? await call(api.createUsersView, { params: { key }, body })
      : await call(api.updateUsersView, { params: { key, view_id: String(id) }, body });
  await change(key, (views) => [...views.filter(({ view_id }) => view_id !== savedView.view_id), savedView]);
  return savedView;
}

/** `restoreView` takes it back. @throws ApiError */
export async function removeView(key: string, id: number): Promise<void> {
  await call(api.removeUsersView, { params: { key, view_id: String(id) } });
  await change(key, (views) => views.filter(({ view_id }) => view_id !== id));
}

/** @throws ApiError */
export async function restoreView(key: string, id: number): Promise<void> {
  const restoredView = await call(api.restoreUsersView, { params: { key, view_id: String(id) } });
  await change(key, (views) => [...views, restoredView]);
}

async function change(key: string, write: (views: UsersView[]) => UsersView[]): Promise<void> {
  const { queryKey } = viewsQuery(key);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (views) => views && write(views).sort((one, other) => one.name.localeCompare(other.name)),
  );
}
