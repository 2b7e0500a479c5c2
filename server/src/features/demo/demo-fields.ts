import type { FieldValue } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { CustomFields, ValueChange } from '../custom-fields/custom-fields.ts';

/** Number of the demo's first users that get values: enough to filter by, and written in one go. */
const maxUsers = 300;
const cities = ['Berlin', 'Lisbon', 'Riga', 'Warsaw'];
const adultSince = Date.UTC(2006, 0, 1);

interface DemoField {
  draft: Parameters<CustomFields['create']>[1];
  /** Value of the user with this index among the users with values; null where the shop does not know it. */
  valueFor(index: number): FieldValue | null;
}

/** Fields in which the demo shop stores facts about its customers. */
export const demoFields: readonly DemoField[] = [
  {
    draft: {
      key: 'city',
      name: 'City',
      type: 'choice',
      accountKey: null,
      settings: { options: cities.map((value) => ({ value })) },
    },
    valueFor: (index) => cities[(index * 7) % cities.length] ?? null,
  },
  {
    draft: { key: 'birthday', name: 'Birthday', type: 'date', settings: {}, accountKey: null },
    valueFor: (index) =>
      index % 2 === 0 ? new Date(adultSince - ((index * 7_919) % 15_000) * dayMs).toISOString().slice(0, 10) : null,
  },
  {
    draft: { key: 'vip', name: 'VIP', type: 'boolean', settings: {}, accountKey: null },
    valueFor: (index) => (index % 10 === 0 ? true : null),
  },
];

/** Creates the fields of the demo once. */
export async function ensureFields(fields: Pick<CustomFields, 'create' | 'list'>, bot: string): Promise<void> {
  if ((await fields.list(bot)).length > 0) return;
  for (const { draft } of demoFields) await fields.create(bot, draft);
}

/** Fills them in, when the history is there, unless any user has a value. */
export async function fillFields(
  fields: Pick<CustomFields, 'countsOf' | 'setValues'>,
  store: Pick<EventStore, 'flush' | 'query'>,
  bot: string,
): Promise<void> {
  await store.flush();
  if ((await fields.countsOf(bot)).size > 0) return;
  const users = await store.query<{ user_id: number }>({
    sql: `SELECT DISTINCT user_id FROM events WHERE bot = {bot:String} AND kind = 'message' ORDER BY user_id LIMIT {most:UInt32}`,
    params: { bot, most: maxUsers },
    bot,
    tag: 'demo users',
  });
  const changes = users.flatMap(({ user_id: userId }, index) =>
    demoFields.flatMap(({ draft: { key }, valueFor }): ValueChange[] => {
      const value = valueFor(index);
      return value === null ? [] : [{ userId, key, value }];
    }),
  );
  await fields.setValues(bot, changes, { kind: 'api' });
}
