import { defaultMailingSettings, type MailingSettings } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Interval at which memory is compared with the store, ms: the bus may have been down. */
const refreshMs = 60_000;

/** The mailing settings of all bots that have some, in memory: every event of a user is compared with the command. */
export async function createMailingSettings(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  logger: Pick<Logger, 'warn'>;
}) {
  const { db, bus, logger } = deps;
  let settings = new Map<string, MailingSettings>();
  const load = async (): Promise<void> => {
    const rows = await db.selectFrom('mailing_settings').selectAll().execute();
    settings = new Map(rows.map((row) => [row.bot_key, toSettings(row)]));
  };
  const reload = (): void => {
    load().catch((error: unknown) => logger.warn({ err: error }, 'mailing settings are looked at again'));
  };
  await load();
  const stopListening = bus.subscribe('mailing-settings-changed', ({ isOwn }) => {
    if (!isOwn) reload();
  });
  const timer = setInterval(reload, refreshMs).unref();

  return {
    of: (bot: string): MailingSettings => settings.get(bot) ?? defaultMailingSettings,
    async set(bot: string, next: MailingSettings): Promise<void> {
      const { cap, ...columns } = next;
      const row = { ...columns, cap_messages: cap?.messages ?? null, cap_hours: cap?.hours ?? null };
      await db
        .insertInto('mailing_settings')
        .values({ bot_key: bot, ...row })
        .onConflict((conflict) => conflict.column('bot_key').doUpdateSet(row))
        .execute();
      settings.set(bot, next);
      bus.publish('mailing-settings-changed', bot);
    },
    close(): void {
      clearInterval(timer);
      stopListening();
    },
  };
}

function toSettings(row: {
  has_button: boolean;
  button_text: string;
  offers_return: boolean;
  command: string | null;
  return_command: string | null;
  cap_messages: number | null;
  cap_hours: number | null;
  time_zone_field: string | null;
}): MailingSettings {
  const {
    cap_messages: messages,
    cap_hours: hours,
    has_button,
    button_text,
    offers_return,
    command,
    return_command,
    time_zone_field,
  } = row;
  const cap = messages === null || hours === null ? null : { messages, hours };
  return { has_button, button_text, offers_return, command, return_command, cap, time_zone_field };
}
