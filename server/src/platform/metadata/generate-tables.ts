import { type QueryExecutorProvider, sql } from 'kysely';
import { readMigrations } from './migrate.ts';
import { columnTypes } from './tables.ts';

const columns = sql<Column>`
  SELECT c.relname AS table, a.attname AS name, t.typname AS type, NOT a.attnotnull AS nullable,
         a.atthasdef AS has_default, a.attidentity = 'a' AS is_identity,
         (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid) AS words
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
  ORDER BY c.relname, a.attnum`;

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  is_identity: boolean;
  words: string[] | null;
}

/** Types of what both drivers read, by PostgreSQL's name; those of enumerations are their words. */
const plainTypes: Readonly<Record<string, string>> = {
  _int8: '(number | string)[]',
  bool: 'boolean',
  bpchar: 'string',
  bytea: 'Uint8Array',
  date: 'Day',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  timestamptz: 'Time',
  uuid: 'string',
  _uuid: 'string[]',
};

/**
 * Table types of Kysely from the catalog of the database: the text of `tables.gen.ts` by owner, which is the feature
 * whose migration makes a table, or `platform`. The same on both engines.
 */
export async function generateTables(db: QueryExecutorProvider): Promise<ReadonlyMap<string, string>> {
  const { rows } = await columns.execute(db);
  const names = new Set(rows.map(nameColumn));
  const unknownNames = Object.keys(columnTypes).filter((name) => !names.has(name));
  if (unknownNames.length > 0) throw new Error(`tables.ts has types of unknown columns: ${unknownNames.join(', ')}`);
  const owners = await loadOwners();
  const columnsByOwner = Map.groupBy(rows, ({ table }) => {
    const owner = owners.get(table);
    if (owner === undefined) throw new Error(`No migration has CREATE TABLE ${table}`);
    return owner;
  });
  return new Map([...columnsByOwner].map(([owner, ownColumns]) => [owner, printFile(owner, ownColumns)]));
}

async function loadOwners(): Promise<ReadonlyMap<string, string>> {
  const migrations = await readMigrations();
  return new Map(
    migrations.flatMap(({ sql: text, owner }) =>
      [...text.matchAll(/(?:CREATE TABLE|ALTER TABLE \w+ RENAME TO) (\w+)/g)].map((match) => [match[1] ?? '', owner]),
    ),
  );
}

function printFile(owner: string, ownColumns: readonly Column[]): string {
  const tables = [...Map.groupBy(ownColumns, ({ table }) => table)].map(([table, tableColumns]) => {
    const lines = tableColumns.map((column) => `  ${column.name}: ${printType(column)};\n`);
    return `${table}: {\n${lines.join('')}};\n`;
  });
  const body = tables.join('');
  const isPlatform = owner === 'platform';
  const imports = [
    printImport(body, contractTypes(), '@botscope/contract'),
    printImport(body, ['GeneratedAlways'], 'kysely'),
    printImport(body, columnTypeNames, isPlatform ? './column-types.ts' : '../../platform/metadata/column-types.ts'),
  ].join('');
  return `// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

${imports === '' ? 'export {};\n' : imports}
${isPlatform ? printInterface('export interface PlatformTables', body) : printAugmentation(body)}`;
}

/** What `column-types.ts` exports. */
const columnTypeNames = ['Day', 'Default', 'Json', 'Nullable', 'Time'];

/** Imports those of the names that the text has. */
function printImport(text: string, names: readonly string[], from: string): string {
  const usedNames = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return usedNames.length === 0 ? '' : `import type { ${usedNames.join(', ')} } from '${from}';\n`;
}

const printInterface = (head: string, body: string): string => `${head} {\n${indent(body)}}\n`;

const printAugmentation = (body: string): string =>
  `declare module '../../platform/metadata/tables.ts' {\n${indent(printInterface('interface Tables', body))}}\n`;

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

const nameColumn = ({ table, name }: Column): string => `${table}.${name}`;

/** Names in `columnTypes` that are not the language's own. */
function contractTypes(): string[] {
  const names = Object.values(columnTypes).flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []);
  return [...new Set(names)].filter((name) => name !== 'Record').sort();
}

function printType(column: Column): string {
  const type = printValue(column);
  if (column.is_identity) return `GeneratedAlways<${type}>`;
  if (column.nullable) return `Nullable<${type}>`;
  return column.has_default ? `Default<${type}>` : type;
}

function printValue(column: Column): string {
  const preciseType = columnTypes[nameColumn(column)];
  if (column.type === 'jsonb') return `Json<${preciseType ?? 'unknown'}>`;
  const union = column.words?.map((word) => `'${word}'`).join(' | ');
  const type = preciseType ?? union ?? plainTypes[column.type];
  if (type === undefined) throw new Error(`${nameColumn(column)}: generate-tables.ts has no type for ${column.type}`);
  return type;
}
