import {
  api,
  type CountedField,
  type CustomField,
  type FieldStatus,
  type FieldType,
  type FieldValue,
} from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** All custom fields of a bot, the oldest first, with how many users have a value. */
export const fieldsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'custom-fields'],
    queryFn: ({ signal }) => call(api.listCustomFields, { params: { key }, signal }),
  });

/** Values of one user in the fields that are not archived. */
export const userFieldsQuery = (key: string, userId: number) =>
  queryOptions({
    queryKey: ['bots', key, 'users', userId, 'fields'],
    queryFn: ({ signal }) => call(api.userFields, { params: { key, user_id: String(userId) }, signal }),
  });

export const fieldHistoryQuery = (key: string, userId: number, field: string) =>
  queryOptions({
    queryKey: ['bots', key, 'users', userId, 'field-history', field],
    queryFn: ({ signal }) =>
      call(api.userFieldHistory, { params: { key, user_id: String(userId) }, query: { field }, signal }),
    staleTime: 0,
  });

export interface FieldDraft {
  key: string;
  name: string;
  type: FieldType;
  settings: Record<string, unknown>;
}

/** @throws ApiError */
export async function createField(key: string, draft: FieldDraft): Promise<void> {
  keepField(key, await call(api.createCustomField, { params: { key }, body: draft }));
}

/** @throws ApiError */
export async function updateField(key: string, field: string, { name, settings }: FieldDraft): Promise<void> {
  keepField(key, await call(api.updateCustomField, { params: { key, field }, body: { name, settings } }));
}

/** @throws ApiError */
export async function setFieldStatus(key: string, field: string, status: FieldStatus): Promise<void> {
  keepField(key, await call(api.setCustomFieldStatus, { params: { key, field }, body: { status } }));
}

/** Null removes the value. @throws ApiError */
export async function setUserField(
  key: string,
  userId: number,
  change: { field: string; value: FieldValue | null },
): Promise<void> {
  const params = { key, user_id: String(userId) };
  const fields = await call(api.setUserFields, { params, body: { values: { [change.field]: change.value } } });
  queryClient.setQueryData(userFieldsQuery(key, userId).queryKey, fields);
  await queryClient.invalidateQueries({ queryKey: fieldsQuery(key).queryKey, refetchType: 'none' });
}

/** After values of many users have changed. */
export async function refreshFields(key: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: fieldsQuery(key).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'], refetchType: 'none' });
}

function keepField(key: string, field: CustomField): void {
  queryClient.setQueryData(fieldsQuery(key).queryKey, (list) => list && withField(list, field));
  void queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'], refetchType: 'none' });
}

function withField(list: readonly CountedField[], field: CustomField): CountedField[] {
  const isNew = !list.some((one) => one.key === field.key);
  if (isNew) return [...list, { ...field, users: 0 }];
  return list.map((one) => (one.key === field.key ? { ...field, users: one.users } : one));
}
