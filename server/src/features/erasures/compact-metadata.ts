import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { PersonData } from '../feature.ts';

/** Tables that the erasures themselves change. */
const erasureTables: readonly string[] = ['erasure_people', 'erasures'];

/**
 * Rewrites tables without their deleted rows, and has the log of changes that still shows them deleted. The embedded
 * engine does neither by itself. A PostgreSQL server of the operator's does, by its own settings (docs/operations.md).
 */
export async function compactMetadata(
  { engine, run }: Pick<Metadata, 'engine' | 'run'>,
  personData: readonly Pick<PersonData, 'name'>[],
): Promise<void> {
  if (engine === 'server') return;
  const names = [...erasureTables, ...personData.map(({ name }) => name)];
  const tables = await run(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name = ANY ($1)",
    [names],
  );
  // One statement each: VACUUM runs in no transaction, as several statements at once would be.
  for (const { table_name: table } of tables) await run(`VACUUM FULL "${String(table)}"`);
  await run('SELECT pg_switch_wal()');
  await run('CHECKPOINT');
}
