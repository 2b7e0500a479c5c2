import type { BotUser, TemplateValues } from '@botscope/contract';
import { api } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

const examples = 20;

/** A few users, to see the message as they get it; `columns` are the custom fields that it names. */
export const exampleUsersQuery = (key: string, columns: readonly string[]) =>
  queryOptions({
    queryKey: ['bots', key, 'users', 'campaign-examples', columns.join()],
    queryFn: ({ signal }) =>
      call(api.listUsers, {
        params: { key },
        query: { columns: ['first_name', 'username', 'language', ...columns].join(), limit: String(examples) },
        signal,
      }),
  });

/** Returns the values of variables for a user; '' without a user, so that fallbacks show. */
export const valuesOfUser =
  (user: BotUser | undefined): TemplateValues =>
  (variable) => {
    if (user === undefined) return '';
    if (variable.startsWith('field.')) return user.fields?.[variable.slice('field.'.length)] ?? '';
    if (variable === 'user_id') return String(user.user_id);
    return user[variable as 'first_name' | 'last_name' | 'username' | 'language'];
  };
