import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { erasedTables } from '../../events/store/erase-users.ts';
import { eventTables, metadataTables } from './user-data.ts';

const readSchema = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('every table of the metadata store says what an erasure does to it', () => {
  const tables = [...readSchema('../../platform/metadata/schema.sql').matchAll(/^CREATE TABLE (\w+)/gm)];
  const names = tables.map(([, name]) => String(name)).filter((name) => name !== 'migrations');
  expect(names.length).toBeGreaterThan(70);
  expect(Object.keys(metadataTables).toSorted()).toEqual(names.toSorted());
});

it('every table of the event store says what an erasure does to it', () => {
  const schema = readSchema('../../events/store/schema.sql');
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+)[^;]*?^ENGINE = (`?\w+)/gms)];
  const names = tables.filter(([, , engine]) => engine !== '`Null').map(([, name]) => String(name));
  expect(names.length).toBeGreaterThan(15);
  expect(Object.keys(eventTables).toSorted()).toEqual(names.toSorted());
  const erased = Object.entries(eventTables).flatMap(([name, handling]) => (handling === 'erased' ? [name] : []));
  expect(erased.toSorted()).toEqual([...erasedTables].toSorted());
});

it('no table of the event store with a column for users is without an erasure', () => {
  const schema = readSchema('../../events/store/schema.sql');
  const tables = schema
    .split(/^(?=CREATE )/m)
    .filter((one) => one.startsWith('CREATE TABLE') && !one.includes('`Null`'));
  const userTables = tables.filter((one) => /^ {4}`user_id`/m.test(one)).map((one) => one.split(/\s+/)[2] ?? '');
  const erased: readonly string[] = [...erasedTables, 'erasing_users'];
  expect(userTables.filter((name) => !erased.includes(name))).toEqual([]);
});
