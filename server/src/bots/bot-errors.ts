import type { BotError } from '@botscope/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Metadata } from '../metadata/open-metadata.ts';
import { redactTokens } from '../telegram/redact.ts';

/** What went wrong with one piece of a bot's traffic. */
export interface BotTrouble {
  bot: string;
  kind: 'update';
  code: number;
  reason: string;
  /** The piece itself or its beginning. */
  text: string;
}

/** The owner reads the newest of them; the same trouble again only counts up. */
const SHOWN = 200;

export function createBotErrors(options: { metadata: Pick<Metadata, 'db'>; logger: Logger }) {
  const { db } = options.metadata;

  const write = async (troubles: readonly BotTrouble[]): Promise<void> => {
    const grouped = new Map<string, BotTrouble & { count: number }>();
    for (const trouble of troubles) {
      const id = `${trouble.bot} ${trouble.kind} ${trouble.code} ${trouble.reason}`;
      grouped.set(id, { ...trouble, count: (grouped.get(id)?.count ?? 0) + 1 });
    }
    const at = new Date();
    for (const { bot, kind, code, reason, text, count } of grouped.values()) {
      await db
        .insertInto('bot_errors')
        .values({
          bot_key: bot,
          kind,
          code,
          reason,
          text: redactTokens(text.slice(0, 2_000)),
          count,
          first_at: at,
          last_at: at,
        })
        .onConflict((conflict) =>
          conflict.columns(['bot_key', 'kind', 'code', 'reason']).doUpdateSet({
            count: sql`bot_errors.count + excluded.count`,
            last_at: sql`excluded.last_at`,
            text: sql`excluded.text`,
          }),
        )
        .execute();
    }
  };

  return {
    /** Never throws and is never waited for: a bot's traffic does not stop for its error log. */
    record(troubles: readonly BotTrouble[]): void {
      if (troubles.length === 0) return;
      write(troubles).catch((error: unknown) => {
        options.logger.error({ err: error, troubles: troubles.length }, 'could not write to the bot error log');
      });
    },
    async list(botKey: string): Promise<BotError[]> {
      const rows = await db
        .selectFrom('bot_errors')
        .selectAll()
        .where('bot_key', '=', botKey)
        .orderBy('last_at', 'desc')
        .limit(SHOWN)
        .execute();
      return rows.map((row) => ({
        time: new Date(row.last_at).toISOString(),
        kind: row.kind,
        code: row.code,
        reason: row.reason,
        text: row.text,
        count: row.count,
      }));
    },
  };
}
export type BotErrors = ReturnType<typeof createBotErrors>;
