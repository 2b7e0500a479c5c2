import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Silence after which a process is disregarded: on its return it has started again, or reads the servers first. */
const silentMinutes = 10;

/** Servers that every process in service knows. A process that was started before one was added knows it after a restart. */
export const serversInUse = (db: Kysely<Tables>) =>
  db
    .selectFrom('event_servers')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('instances')
            .select('instances.id')
            .whereRef('instances.started_at', '<', 'event_servers.added_at')
            .where('instances.seen_at', '>', sql<Date>`now() - ${silentMinutes}::int * interval '1 minute'`),
        ),
      ),
    );

/** The server for a new bot, the one with the fewest; null while there is only one server. */
export async function chooseEventServer(db: Kysely<Tables>): Promise<string | null> {
  const server = await serversInUse(db)
    .leftJoin('bots', (join) =>
      join
        .on('bots.removed_at', 'is', null)
        .on(({ or, and, eb }) =>
          or([
            eb('bots.event_server', '=', eb.ref('event_servers.id')),
            and([eb('bots.event_server', 'is', null), eb('event_servers.is_default', '=', true)]),
          ]),
        ),
    )
    .select('event_servers.id')
    .groupBy(['event_servers.id', 'event_servers.added_at'])
    .orderBy(({ fn }) => fn.count('bots.key'))
    .orderBy('event_servers.added_at')
    .orderBy('event_servers.id')
    .limit(1)
    .executeTakeFirst();
  return server?.id ?? null;
}
