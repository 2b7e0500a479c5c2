import { type Kysely, type Selectable, sql } from 'kysely';
import { type LaunchStore, type ProvenLaunch, provenForMs } from '../../ingest/hits/launch-proofs.ts';
import { AppError } from '../../platform/errors.ts';
import type { MiniAppLaunchesTable } from '../../platform/metadata/mini-app-tables.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { parseUser } from '../../telegram/user.ts';
import { gather } from './gather.ts';

type Row = Selectable<MiniAppLaunchesTable>;
interface Remembered {
  app: number;
  bot: string;
  launch: ProvenLaunch;
  name: string;
}

const timeoutMs = 3_000;
/** Rows of one statement. */
const mostRows = 200;

/** Launches of Mini Apps whose user is proven. Requests of one moment share a statement. */
export function createLaunchStore(db: Kysely<Tables>): LaunchStore {
  const find = gather<{ app: number; name: string }, ProvenLaunch | null>(mostRows, async (lookups) => {
    const rows = await available(
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

  const remember = gather<Remembered, ProvenLaunch>(mostRows, async (launches) => {
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
    const storedRows = await available(
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

/** A store that is away is not the sender's fault: they send it again. */
async function available<T>(query: Promise<T>): Promise<T> {
  try {
    return await withTimeout(query, timeoutMs);
  } catch (cause) {
    throw new AppError('StoreUnavailable', { cause });
  }
}

function toRow(
  app: number,
  bot: string,
  { launch, user, proof, authAt, provenAt, openedBy }: ProvenLaunch,
  name: string,
) {
  const person = {
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
    person: JSON.stringify(person).replaceAll('\\u0000', '\\ufffd'),
    ...{ auth_at: new Date(authAt), proven_at: new Date(provenAt), opened_by: openedBy },
  };
}

function byName(rows: readonly Row[]): Map<string, ProvenLaunch> {
  const launches = new Map<string, ProvenLaunch>();
  for (const row of rows) {
    const user = parseUser(row.person);
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
