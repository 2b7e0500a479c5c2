import { readdirSync, readFileSync } from 'node:fs';
import { permissionKeys } from '@botscope/contract';
import { expect, test } from 'vitest';
import { features } from './features.ts';

const { manifests } = features;
/** Tables that several features use through the platform, or through the event consumers. */
const platformTables = ['attempts', 'event_cursors', 'outbox', 'scheduled_jobs', 'settings'];

test('every folder is a feature of the list', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(manifests.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

test('every table of the metadata store has one owner', () => {
  const schema = readFileSync(new URL('../platform/metadata/schema.sql', import.meta.url), 'utf8');
  const tables = [...schema.matchAll(/^(?:CREATE )?TABLE (?:IF NOT EXISTS )?(\w+)/gim)].map(([, name]) => name);
  const owned = [...platformTables, ...manifests.flatMap((feature) => feature.tables ?? [])];
  expect(tables.length).toBeGreaterThan(20);
  expect(owned.toSorted()).toEqual(tables.filter((name) => name !== 'migrations').toSorted());
});

test('no permission is declared twice', () => {
  expect(new Set(permissionKeys).size).toBe(permissionKeys.length);
});
