import { type AdCost, type AdCostKey, adCostsOfPage, maxAdCosts } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { inChunks, toJsonb } from '../../platform/metadata/jsonb.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** What was spent on a source in some days. */
export interface Spend {
  source: string;
  currency: string;
  /** In the currency's smallest unit. */
  amount: number;
}

export interface AdCostSelection {
  /** Local days, both included; all unless given. */
  from?: string | undefined;
  until?: string | undefined;
  source?: string | undefined;
  offset: number;
}

/** Costs of advertising, by local day, source and currency. */
export interface AdCosts {
  list(bot: string, selection: AdCostSelection): Promise<{ items: AdCost[]; total: number }>;
  /** Replaces entries of the same day, source and currency; of two in `items` the last counts. @throws AppError BadRequest beyond 200,000 entries */
  save(bot: string, items: readonly AdCost[]): Promise<number>;
  remove(bot: string, keys: readonly AdCostKey[]): Promise<number>;
  /** Sums of some local days, both included. */
  spends(bot: string, from: string, until: string): Promise<Spend[]>;
}

export function createAdCosts({ db, now = Date.now }: { db: Kysely<Tables>; now?: () => number }): AdCosts {
  return {
    async list(bot, { from, until, source, offset }) {
      let selected = db.selectFrom('ad_costs').where('bot_key', '=', bot);
      if (from !== undefined) selected = selected.where(sql<boolean>`day >= ${from}::date`);
      if (until !== undefined) selected = selected.where(sql<boolean>`day <= ${until}::date`);
      if (source !== undefined) selected = selected.where('source', '=', source);
      const { total } = await selected
        .select(({ fn }) => fn.countAll<string | number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await selected
        // As text: a driver's Date would be midnight somewhere else.
        .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('shown_day'))
        .select(['source', 'currency', 'amount'])
        .orderBy('day', 'desc')
        .orderBy('source')
        .orderBy('currency')
        .limit(adCostsOfPage)
        .offset(offset)
        .execute();
      const items = rows.map(({ shown_day: day, source: ofSource, currency, amount }) => ({
        ...{ day, source: ofSource, currency, amount: Number(amount) },
      }));
      return { items, total: Number(total) };
    },
    async save(bot, items) {
      const byKey = new Map(items.map((item) => [JSON.stringify([item.day, item.source, item.currency]), item]));
      const rows = [...byKey.values()];
      await db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const updatedAt = new Date(now()).toISOString();
        for (const chunk of inChunks(rows)) {
          await sql`
            INSERT INTO ad_costs (bot_key, day, source, currency, amount, updated_at)
            SELECT ${bot}, day, source, currency, amount, ${updatedAt}::timestamptz
            FROM jsonb_to_recordset(${toJsonb(chunk)}::jsonb)
              AS given(day date, source text, currency text, amount bigint)
            ON CONFLICT (bot_key, day, source, currency)
              DO UPDATE SET amount = excluded.amount, updated_at = excluded.updated_at`.execute(transaction);
        }
        const { count } = await transaction
          .selectFrom('ad_costs')
          .select(({ fn }) => fn.countAll<string | number>().as('count'))
          .where('bot_key', '=', bot)
          .executeTakeFirstOrThrow();
        if (Number(count) > maxAdCosts)
          throw new AppError('BadRequest', { message: `A bot has at most ${maxAdCosts} costs of advertising` });
      });
      return rows.length;
    },
    async remove(bot, keys) {
      const { numAffectedRows } = await sql`
        DELETE FROM ad_costs AS cost USING jsonb_to_recordset(${toJsonb(keys)}::jsonb)
          AS given(day date, source text, currency text)
        WHERE cost.bot_key = ${bot} AND cost.day = given.day AND cost.source = given.source
          AND cost.currency = given.currency`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    async spends(bot, from, until) {
      const { rows } = await sql<{ source: string; currency: string; amount: string | number }>`
        SELECT source, currency, sum(amount)::bigint AS amount FROM ad_costs
        WHERE bot_key = ${bot} AND day >= ${from}::date AND day <= ${until}::date
        GROUP BY source, currency ORDER BY source, currency`.execute(db);
      return rows.map(({ amount, ...spend }) => ({ ...spend, amount: Number(amount) }));
    },
  };
}
