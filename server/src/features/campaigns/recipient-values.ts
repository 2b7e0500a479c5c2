import type { TemplateValues, TemplateVariable } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { ValuesOf } from '../campaign-engine/campaign-engine.ts';
import type { CustomFields, FieldDefinition } from '../custom-fields/custom-fields.ts';

interface Profile {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language: string;
}

type Store = Pick<EventStore, 'query' | 'rollup'>;

const fieldPrefix = 'field.';

/** Loads values for variables of messages: the last known profile, and custom fields. */
export function createValueLoader(deps: {
  store: Store;
  customFields: Pick<CustomFields, 'definitionsOf' | 'valuesOf'>;
}): ValuesOf {
  const { store, customFields } = deps;
  return async (bot, userIds, variables) => {
    const wantsFields = variables.some((name) => name.startsWith(fieldPrefix));
    const [profiles, fields, definitions] = await Promise.all([
      loadProfiles(store, bot, userIds),
      wantsFields ? customFields.valuesOf(bot, userIds) : null,
      wantsFields ? customFields.definitionsOf(bot) : null,
    ]);
    return new Map(
      profiles.map((profile): [number, TemplateValues] => {
        const userFields = fields?.get(profile.user_id) ?? {};
        return [
          profile.user_id,
          (name: TemplateVariable) => {
            if (!isFieldVariable(name)) return String(profile[name]);
            const key = name.slice(fieldPrefix.length);
            return fieldText(definitions?.get(key), userFields[key]);
          },
        ];
      }),
    );
  };
}

/** The names of users, for those who may see them. */
export async function loadProfiles(store: Store, bot: string, userIds: readonly number[]): Promise<Profile[]> {
  if (userIds.length === 0) return [];
  const statement = scope(bot, 0, 1, undefined, await loadRollup(store, bot)).statement(
    (from) => `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language
FROM ${from.allUsers} AND user_id IN {profile_users:Array(Int64)}`,
    { profile_users: [...userIds] },
  );
  return runQuery<Profile>(store, statement, { tag: `recipients/${bot}` });
}

/** User who was seen last; a preview shows them unless another user is named. */
export async function findLastSeen(store: Store, bot: string): Promise<number | null> {
  const statement = scope(bot, 0, 1, undefined, await loadRollup(store, bot)).statement(
    (from) => `SELECT user_id FROM ${from.allUsers} ORDER BY last_time DESC, user_id LIMIT 1`,
  );
  const [row] = await runQuery<{ user_id: number }>(store, statement, { tag: `recipients/${bot}` });
  return row?.user_id ?? null;
}

const isFieldVariable = (name: TemplateVariable): name is `field.${string}` => name.startsWith(fieldPrefix);

/** Dates without a time of day are days; moments are in UTC, and say so. */
function fieldText(field: FieldDefinition | undefined, value: unknown): string {
  if (field === undefined || value === undefined || value === null) return '';
  if (field.type === 'date') {
    const [day = '', time = ''] = String(value).split('T');
    return 'with_time' in field.settings && field.settings.with_time === true ? `${day} ${time.slice(0, 5)} UTC` : day;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
