import { randomBytes } from 'node:crypto';
import { type Integration, type IntegrationDraft, maxIntegrations } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { checkDraft } from './check-draft.ts';
import type { IntegrationRow } from './integration-row.ts';
import { createIntegrationStore } from './integration-store.ts';

/** Integrations of bots: what they send, where to, and how it goes. */
export interface Integrations {
  ofBots(bots: readonly string[]): Promise<Integration[]>;
  /** @throws AppError NotFound */
  row(bot: string, key: string): Promise<IntegrationRow>;
  /** @throws AppError NotFound */
  one(bot: string, key: string): Promise<Integration>;
  /** Events from now on are sent. @throws AppError TooManyIntegrations, and what `checkDraft` throws */
  create(bot: string, account: string | null, draft: IntegrationDraft): Promise<Integration>;
  /** Events that wait already stay as they were written down. @throws AppError NotFound, and what `checkDraft` throws */
  update(bot: string, key: string, draft: IntegrationDraft): Promise<Integration>;
  /** @throws AppError NotFound */
  setStatus(bot: string, key: string, status: 'on' | 'paused', waiting: 'send' | 'skip'): Promise<Integration>;
  /** With its log. @throws AppError NotFound, InvalidField (name) */
  remove(bot: string, key: string, name: string): Promise<IntegrationRow>;
}

export function createIntegrations({
  db,
  bus,
  sealer,
  clock,
}: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish'>;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock?: () => number;
}): Integrations {
  const store = createIntegrationStore(db, clock);
  const now = databaseTime(clock);

  async function row(bot: string, key: string): Promise<IntegrationRow> {
    const found = await store.find(bot, key);
    if (found === undefined) throw new AppError('NotFound', { field: 'integration_key' });
    return found;
  }
  async function one(bot: string, key: string): Promise<Integration> {
    const [integration] = await store.present([await row(bot, key)]);
    if (integration === undefined) throw new AppError('NotFound', { field: 'integration_key' });
    return integration;
  }
  async function changed(bot: string, key: string): Promise<Integration> {
    bus.publish('integrations-changed', bot);
    return one(bot, key);
  }
  const columns = ({ name, selection, privacy }: IntegrationDraft, draft: ReturnType<typeof checkDraft>) => ({
    ...{ name, lane: draft.lane, secrets: draft.secrets },
    settings: JSON.stringify(draft.settings),
    hints: JSON.stringify(draft.hints),
    selection: JSON.stringify(selection),
    privacy: JSON.stringify(privacy),
  });

  return {
    row,
    one,
    ofBots: async (bots) => store.present(await store.listOfBots(bots)),
    async create(bot, account, draft) {
      const key = randomBytes(8).toString('hex');
      const checked = checkDraft(draft, key, null, sealer);
      await db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const { count } = await transaction
          .selectFrom('integrations')
          .select((eb) => eb.fn.countAll<string | number>().as('count'))
          .where('bot_key', '=', bot)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxIntegrations) throw new AppError('TooManyIntegrations');
        const times = { created_at: now, active_since: now };
        const own = { key, bot_key: bot, provider: draft.provider, created_by: account, ...times };
        await transaction
          .insertInto('integrations')
          .values({ ...own, ...columns(draft, checked) })
          .execute();
      });
      return changed(bot, key);
    },
    async update(bot, key, draft) {
      const saved = await row(bot, key);
      if (saved.provider !== draft.provider) throw new AppError('InvalidField', { field: 'provider' });
      const values = columns(draft, checkDraft(draft, key, saved, sealer));
      await db.updateTable('integrations').set(values).where('integration_id', '=', saved.integration_id).execute();
      return changed(bot, key);
    },
    async setStatus(bot, key, status, waiting) {
      const { integration_id: id } = await row(bot, key);
      if (status === 'on') await store.resume(id, waiting);
      else await sql`UPDATE integrations SET status = 'paused' WHERE integration_id = ${id}`.execute(db);
      return changed(bot, key);
    },
    async remove(bot, key, name) {
      const found = await row(bot, key);
      if (found.name !== name.trim()) throw new AppError('InvalidField', { field: 'name' });
      await db.deleteFrom('integrations').where('integration_id', '=', found.integration_id).execute();
      bus.publish('integrations-changed', bot);
      return found;
    },
  };
}
