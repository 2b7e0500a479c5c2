import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type Address, type Addresses, openAddresses } from '../../events/store/servers/addresses.ts';
import type { KnownServer } from '../../events/store/servers/server-stores.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

interface Contacted extends Address {
  /** Null while it does not answer. */
  id: string | null;
}

export interface RegistryDeps {
  metadata: Pick<Metadata, 'db' | 'withLock'>;
  urls: readonly string[];
  cluster: string | undefined;
  logger: Pick<Logger, 'error' | 'info'>;
}

/** True once the installation has had several servers: then a single address may be that of any of them. */
export async function hasSeveralServers(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('event_servers').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The servers of the installation. Addresses that lead to new ones add them; the first time, the server that was alone so
 * far becomes the default one. A known server that does not answer is looked for later.
 * @throws Error for addresses that cannot be right, AppError StoreUnavailable if a server is away the first time
 */
export async function registerServers(deps: RegistryDeps): Promise<{ servers: KnownServer[]; close(): Promise<void> }> {
  const { metadata, urls, cluster, logger } = deps;
  const addresses = openAddresses(urls, cluster);
  try {
    await metadata.withLock('event-servers', async () => {
      const contacted = await Promise.all(addresses.list.map((address) => contact(address, logger)));
      assertOneEach(contacted);
      await addMissing(metadata.db, contacted, logger);
    });
    return { servers: await knownServers(metadata.db, addresses), close: addresses.close };
  } catch (error) {
    await addresses.close();
    throw error;
  }
}

async function knownServers(db: Kysely<Tables>, addresses: Addresses): Promise<KnownServer[]> {
  const rows = await db.selectFrom('event_servers').selectAll().orderBy('added_at').orderBy('id').execute();
  return rows.map(({ id, is_default }) => addresses.find(id, is_default));
}

async function contact(address: Address, logger: Pick<Logger, 'error'>): Promise<Contacted> {
  const id = await address.ensureId();
  if (id === null) logger.error({ address: address.name }, 'an event server does not answer');
  return { ...address, id };
}

/** One server by two names would store every row twice; a copy of a server would take half of its bots' rows. */
function assertOneEach(addresses: readonly Contacted[]): void {
  for (const [index, { id, name }] of addresses.entries()) {
    const other = id === null ? undefined : addresses.slice(0, index).find((one) => one.id === id);
    if (other) throw new Error(`CLICKHOUSE_URL: ${other.name} and ${name} are one server, or a copy of it`);
  }
}

async function addMissing(
  db: Kysely<Tables>,
  addresses: readonly Contacted[],
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  const storedServers = await db.selectFrom('event_servers').selectAll().execute();
  const isFirstTime = storedServers.length === 0;
  if (isFirstTime) await assertOrder(addresses);
  for (const [index, { id, name: address }] of addresses.entries()) {
    if (id === null) continue;
    const before = storedServers.find((server) => server.id === id);
    if (before === undefined) {
      await db
        .insertInto('event_servers')
        .values({ id, address, is_default: isFirstTime && index === 0 })
        .execute();
      logger.info({ server: id, address }, 'an event server was added');
    } else if (before.address !== address) {
      await db.updateTable('event_servers').set({ address }).where('id', '=', id).execute();
    }
  }
}

/** The bots so far are on the first server, so it must be the one with their events. */
async function assertOrder(addresses: readonly Contacted[]): Promise<void> {
  const missingServer = addresses.find(({ id }) => id === null);
  if (missingServer) {
    throw new AppError('StoreUnavailable', {
      message: `The first start with several event servers needs all of them, and ${missingServer.name} does not answer`,
    });
  }
  const events = await Promise.all(addresses.map((address) => address.countEvents()));
  const fullIndex = events.findIndex((count) => count > 0);
  if (fullIndex > 0)
    throw new Error(`CLICKHOUSE_URL: name ${addresses[fullIndex]?.name} first, as it has the events so far`);
}
