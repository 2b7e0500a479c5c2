import { api, type NotificationKind, NotificationPage, notificationsLivePath } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { useLive } from '../../../platform/api/live.ts';

/** The newest notifications and the number of unread ones, for the bell. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(api.listNotifications, { query: {}, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const pagesKey = ['notifications', 'pages'] as const;

/** Notifications of one kind (null: of all), page after page. */
export const notificationPagesQuery = (kind: NotificationKind | null) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey, kind],
    queryFn: ({ signal, pageParam }) =>
      call(api.listNotifications, { query: { ...(kind !== null && { kind }), before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.items.at(-1)?.id : undefined),
    // The bell has the first page of all.
    initialData: () => {
      const newest = kind === null ? queryClient.getQueryData(notificationsQuery.queryKey) : undefined;
      return newest && { pages: [newest], pageParams: [undefined] };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const keep = (answer: NotificationPage): void => {
  queryClient.setQueryData(notificationsQuery.queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: pagesKey });
};

/** Keeps the notifications fresh by server-sent events, once for the whole dashboard; a visitor has none. */
export const useNotificationsLive = (signedIn: boolean): void =>
  useLive(signedIn ? notificationsLivePath : null, 'notifications', NotificationPage, keep);

/** Marks everything up to the newest as read. @throws ApiError */
export async function readNotifications(): Promise<void> {
  const newest = queryClient.getQueryData(notificationsQuery.queryKey)?.items[0]?.id ?? 0;
  keep(await call(api.readNotifications, { body: { up_to: newest } }));
}

/** Marks one as read or unread. @throws ApiError */
export async function markNotification(id: number, read: boolean): Promise<void> {
  keep(await call(api.markNotification, { body: { id, read } }));
}
