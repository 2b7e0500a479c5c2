import {
  api,
  type CountedField,
  type FieldChange,
  type FieldStatus,
  fieldImportPath,
  type UserField,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Call, Http } from '../../platform/http/http.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { type CustomFields, presentField } from './custom-fields.ts';
import { importValues } from './import-values.ts';

/** Loads the names of accounts: email, or Telegram ID. Deleted accounts are left out. */
async function actorNames(db: Kysely<Tables>, accounts: readonly string[]): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'tid'])
    .where('id', 'in', [...new Set(accounts)])
    .execute();
  return new Map(rows.map(({ id, email, tid }) => [id, email ?? (tid === null ? '' : String(tid))]));
}

const statusActions = {
  enabled: 'custom_field_enabled',
  disabled: 'custom_field_disabled',
  archived: 'custom_field_archived',
} as const satisfies Record<FieldStatus, string>;

interface CustomFieldRoutesDeps {
  customFields: CustomFields;
  store: Pick<EventStore, 'query'>;
  db: Kysely<Tables>;
  record: RecordAudit;
}

export function registerCustomFields(http: Http<BotRow>, deps: CustomFieldRoutesDeps): void {
  const { customFields, db, record, store } = deps;

  http.on(api.listCustomFields, async ({ bot }) => {
    const { key } = permitted(bot);
    const [fields, counts] = await Promise.all([customFields.list(key), customFields.countsOf(key)]);
    return fields.map((field): CountedField => ({ ...presentField(field), users: counts.get(field.key) ?? 0 }));
  });
  http.on(api.createCustomField, async ({ body, ...call }) => {
    const accountKey = call.account?.key ?? null;
    const field = await customFields.create(permitted(call.bot).key, { ...body, accountKey });
    await record(call, 'custom_field_added', { name: field.name });
    return presentField(field);
  });
  http.on(api.updateCustomField, async ({ params, body, ...call }) => {
    const field = await customFields.update(permitted(call.bot).key, params.field, body);
    await record(call, 'custom_field_changed', { name: field.name });
    return presentField(field);
  });
  http.on(api.setCustomFieldStatus, async ({ params, body, ...call }) => {
    const field = await customFields.setStatus(permitted(call.bot).key, params.field, body.status);
    await record(call, statusActions[body.status], { name: field.name });
    return presentField(field);
  });

  /** Returns the user of the call; rejects accounts that may not see the bot's users. */
  const requireUser = async (
    call: Pick<Call<typeof api.userFields, BotRow>, 'bot' | 'permissions' | 'params'>,
  ): Promise<{ key: string; user: number }> => {
    const { key } = permitted(call.bot);
    if (!permitted(call.permissions).keys.has('section.users.list')) throw new AppError('AccessDenied');
    const user = Number(call.params.user_id);
    if (!(await loadKnownUsers(store, key, [user])).has(user)) throw new AppError('NotFound', { field: 'user_id' });
    return { key, user };
  };
  const loadUserFields = async (key: string, user: number): Promise<UserField[]> => {
    const [fields, values] = await Promise.all([customFields.list(key), customFields.valuesOf(key, [user])]);
    const ownValues = values.get(user) ?? {};
    return fields
      .filter(({ status }) => status !== 'archived')
      .map((field) => ({ ...presentField(field), value: ownValues[field.key] ?? null }));
  };

  http.on(api.userFields, async (call) => {
    const { key, user } = await requireUser(call);
    return loadUserFields(key, user);
  });
  http.on(api.setUserFields, async ({ body, ...call }) => {
    const { key, user } = await requireUser(call);
    const actor = { kind: 'account', ...(call.account === null ? {} : { account: call.account.key }) } as const;
    const changes = Object.entries(body.values).map(([field, value]) => ({ userId: user, key: field, value }));
    const [invalidChange] = await customFields.check(key, changes);
    if (invalidChange !== undefined) {
      const code = invalidChange.reason === 'UnknownField' ? 'NotFound' : invalidChange.reason;
      throw new AppError(code, { field: `values.${invalidChange.change.key}` });
    }
    const { values } = await customFields.setValues(key, changes, actor);
    await record(call, 'field_values_changed', {
      name: changes.map((change) => change.key).join(', '),
      to: String(user),
    });
    // A busy event store may show them a moment later.
    const writtenValues = new Map(values.map((one) => [one.key, one.value]));
    return (await loadUserFields(key, user)).map((field) => ({
      ...field,
      value: writtenValues.get(field.key) === undefined ? field.value : (writtenValues.get(field.key) ?? null),
    }));
  });
  http.on(api.userFieldHistory, async ({ query, ...call }) => {
    const { key, user } = await requireUser(call);
    const history = await customFields.historyOf(key, user, query.field);
    const namesByAccount = await actorNames(
      db,
      history.flatMap(({ account }) => account ?? []),
    );
    return history.map(
      ({ account, at, kind, version: id, ...change }): FieldChange => ({
        id,
        ...change,
        at: new Date(at).toISOString(),
        by: kind,
        actor: account === null ? '' : (namesByAccount.get(account) ?? ''),
      }),
    );
  });

  http.receive(fieldImportPath(':key'), 'custom_fields.manage', async ({ bot, query, file, ...call }) => {
    const isDryRun = query.dry_run === '1';
    const actor = { kind: 'import', ...(call.account === null ? {} : { account: call.account.key }) } as const;
    const importResult = await importValues({ customFields, store }, { bot: bot.key, file, by: actor, isDryRun });
    if (!isDryRun) await record({ ...call, bot }, 'field_values_imported', { values: importResult.values });
    return importResult;
  });
}
