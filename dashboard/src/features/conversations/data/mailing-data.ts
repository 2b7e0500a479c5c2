import { api, type MailingExclusion, type UnsubscribeReason } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import type { PersonRef } from './person-data.ts';

const toParams = ({ key, userId }: PersonRef) => ({ key, user_id: String(userId) });

/** Whether a user gets mailings. */
export const mailingQuery = (person: PersonRef) =>
  queryOptions({
    queryKey: ['bots', person.key, 'users', person.userId, 'mailing-exclusion'],
    queryFn: ({ signal }) => call(api.getMailingExclusion, { params: toParams(person), signal }),
  });

/** Whether a user has unsubscribed, and what they decided before. */
export const unsubscriptionQuery = (person: PersonRef) =>
  queryOptions({
    queryKey: ['bots', person.key, 'users', person.userId, 'unsubscription'],
    queryFn: ({ signal }) => call(api.getUnsubscription, { params: toParams(person), signal }),
  });

/** @throws ApiError */
export async function subscribeAgain(person: PersonRef): Promise<void> {
  const { queryKey } = unsubscriptionQuery(person);
  queryClient.setQueryData(queryKey, await call(api.subscribeAgain, { params: toParams(person) }));
}

/** @throws ApiError */
export async function unsubscribe(person: PersonRef, body: { reason: UnsubscribeReason; note: string }): Promise<void> {
  const { queryKey } = unsubscriptionQuery(person);
  queryClient.setQueryData(queryKey, await call(api.unsubscribeUser, { params: toParams(person), body }));
}

/** @throws ApiError */
export async function setExcluded(person: PersonRef, isExcluded: boolean): Promise<void> {
  const { queryKey } = mailingQuery(person);
  const data: MailingExclusion = await call(api.setMailingExclusion, {
    params: toParams(person),
    body: { is_excluded: isExcluded },
  });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}
