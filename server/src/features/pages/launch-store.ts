import { type Kysely, type Selectable, sql } from 'kysely';
import { type LaunchStore, type ProvenLaunch, provenForMs } from '../../ingest/hits/launch-proofs.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { awaitStore } from '../../platform/with-timeout.ts';
import { parseUser } from '../../telegram/user.ts';

type Row = Selectable<Tables['mini_app_launches']>;
interface Remembered {
  app: number;
  bot: string;
  launch: ProvenLaunch;
  name: string;
}

/** Rows of one statement. */
const maxRows = 200;

/** Launches of Mini Apps whose user is proven. Requests of one moment share a statement. */
export function createLaunchStore(db: Kysely<Tables>): LaunchStore {
  const find = gather<{ app: number; name: string }, ProvenLaunch | null>(maxRows, async (lookups) => {
    const rows = await awaitStore(
      db
        .selectFrom('mini_app_launches')
        .selectAll()
        .where('app_id', 'in', [...new Set(lookups.map(({ app }) => app))])
        .where('name', 'in', [...new Set(lookups.map(({ name }) => name))])
        .execute(),
    );
    const foundByName = byName(rows);
    return lookups.map(({ app, name }) => foundByName.get(`${app} ${name}`) ?? null);
  });

  const remember = gather<Remembered, ProvenLaunch>(maxRows, async (launches) => {
    const rows = new Map<string, ReturnType<typeof toRow>>();
    for (const { app, bot, launch, name } of launches) {
      for (const each of new Set([launch.launch, name])) {
        const key = `${app} ${each}`;
        const before = rows.get(key);
        if (before === undefined) rows.set(key, toRow(app, bot, launch, each));
        else if (before.opened_by === '' && before.launch === launch.launch) before.opened_by = launch.openedBy;
      }
    }
    // In one order everywhere: statements of two processes that lock the same rows do not block each other.
    const values = [...rows.values()].sort((a, b) => a.app_id - b.app_id || (a.name < b.name ? -1 : 1));
    const storedRows = await awaitStore(
      db
        .insertInto('mini_app_launches')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'name']).doUpdateSet({
            opened_by: sql`CASE WHEN mini_app_launches.opened_by = '' THEN excluded.opened_by ELSE mini_app_launches.opened_by END`,
          }),
        )
        .returningAll()
        .execute(),
    );
    const storedByName = byName(storedRows);
    return launches.map(({ app, launch }) => storedByName.get(`${app} ${launch.launch}`) ?? launch);
  });

  return {
    find: (app, name) => find({ app, name }),
    remember: (app, bot, launch, name) => remember({ app, bot, launch, name }),
  };
}

/** Deletes launches that prove nothing any more; returns their number. */
export async function forgetOldLaunches(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mini_app_launches')
    .where('proven_at', '<', new Date(now - provenForMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function toRow(
  app: number,
  bot: string,
  { launch, user, proof, authAt, provenAt, openedBy }: ProvenLaunch,
  name: string,
) {
  const profile = {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    language_code: user.language,
    is_premium: user.isPremium,
  };
  return {
    ...{ app_id: app, name, launch, bot_key: bot, user_id: user.id, proof },
    // PostgreSQL's JSON holds no zero characters, and would refuse the launches of others with it.
    profile: JSON.stringify(profile).replaceAll('\\u0000', '\\ufffd'),
    ...{ auth_at: new Date(authAt), proven_at: new Date(provenAt), opened_by: openedBy },
  };
}

function byName(rows: readonly Row[]): Map<string, ProvenLaunch> {
  const launches = new Map<string, ProvenLaunch>();
  for (const row of rows) {
    const user = parseUser(row.profile);
    if (user === null) continue;
    launches.set(`${row.app_id} ${row.name}`, {
      launch: row.launch,
      user,
      proof: row.proof === 'hmac' ? 'hmac' : 'ed25519',
      authAt: new Date(row.auth_at).getTime(),
      provenAt: new Date(row.proven_at).getTime(),
      openedBy: row.opened_by,
    });
  }
  return launches;
}

/**
 * Makes one call of many that come while an earlier one is under way, at most `maxItems` at a time. A failure is the failure
 * of all that were gathered.
 */
function gather<Item, Result>(
  maxItems: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function work(): Promise<void> {
    isRunning = true;
    // Calls of this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = queue.splice(0, maxItems);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('a gathered call has no result'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!isRunning) void work();
    });
}
