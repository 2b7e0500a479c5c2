import { api, type MailingExclusion, type UnsubscribeReason } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import type { UserRef } from './user-data.ts';

const toParams = ({ key, userId }: UserRef) => ({ key, user_id: String(userId) });

/** Whether a user gets mailings. */
export const mailingQuery = (user: UserRef) =>
  queryOptions({
    queryKey: ['bots', user.key, 'users', user.userId, 'mailing-exclusion'],
    queryFn: ({ signal }) => call(api.getMailingExclusion, { params: toParams(user), signal }),
  });

/** Whether a user has unsubscribed, and what they decided before. */
export const unsubscriptionQuery = (user: UserRef) =>
  queryOptions({
    queryKey: ['bots', user.key, 'users', user.userId, 'unsubscription'],
    queryFn: ({ signal }) => call(api.getUnsubscription, { params: toParams(user), signal }),
  });

/** @throws ApiError */
export async function subscribeAgain(user: UserRef): Promise<void> {
  const { queryKey } = unsubscriptionQuery(user);
  queryClient.setQueryData(queryKey, await call(api.subscribeAgain, { params: toParams(user) }));
}

/** @throws ApiError */
export async function unsubscribe(user: UserRef, body: { reason: UnsubscribeReason; note: string }): Promise<void> {
  const { queryKey } = unsubscriptionQuery(user);
  queryClient.setQueryData(queryKey, await call(api.unsubscribeUser, { params: toParams(user), body }));
}

/** @throws ApiError */
export async function setExcluded(user: UserRef, isExcluded: boolean): Promise<void> {
  const { queryKey } = mailingQuery(user);
  const data: MailingExclusion = await call(api.setMailingExclusion, {
    params: toParams(user),
    body: { is_excluded: isExcluded },
  });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}
