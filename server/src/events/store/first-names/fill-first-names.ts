import type { Engine } from '../engine/engine.ts';
import { readFirstNames } from './first-names.ts';

/**
 * Brings the table `first_names` up to the lists of this version. Cheap when it is. Where several processes may start at
 * once the caller holds a lock; a crash in between leaves a table that the next start fills again.
 */
export async function fillFirstNames(engine: Pick<Engine, 'query' | 'command' | 'insert'>): Promise<boolean> {
  const { names, version } = readFirstNames();
  const [row] = await engine.query<{ names: number }>({
    sql: 'SELECT count() AS names FROM first_names WHERE version = {version:String}',
    params: { version },
  });
  if (row?.names === names.length) return false;
  await engine.command('TRUNCATE TABLE first_names');
  const rows = names.map(({ name, gender, share }) => `${name}\t${gender}\t${share}\t${version}\n`);
  await engine.insert({
    table: 'first_names',
    columns: ['name', 'gender', 'share', 'version'],
    body: Buffer.from(rows.join('')),
  });
  return true;
}
