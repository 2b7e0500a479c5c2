import type { Run } from './engine/engine.ts';

const columns = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
         CASE WHEN a.attidentity = 'a' THEN 'GENERATED ALWAYS AS IDENTITY'
              WHEN d.oid IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END AS value
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  ORDER BY c.relname, a.attnum`;

// NOT NULL is a constraint of its own since PostgreSQL 18; it stands with its column.
const constraints = `
  SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('p', 'u', 'f', 'c')
  ORDER BY c.relname, position(k.contype::text IN 'pucf'), k.conname`;

const indexes = `
  SELECT c.relname AS table, pg_get_indexdef(i.indexrelid) AS definition
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
  ORDER BY c.relname, definition`;

/** Today's schema as SQL, the sum of all migrations: for reading. The same on both engines. */
export async function dumpSchema(run: Run): Promise<string> {
  const [allColumns, allConstraints, allIndexes] = [await run(columns), await run(constraints), await run(indexes)];
  const tables = [...new Set(allColumns.map((column) => String(column.table)))];
  const text = tables.map((table) => {
    const selectRows = (rows: Record<string, unknown>[]) => rows.filter((row) => row.table === table);
    const lines = [
      ...selectRows(allColumns).map(({ name, type, required, value }) =>
        [name, type, required ? 'NOT NULL' : '', value ?? ''].filter(Boolean).join(' '),
      ),
      ...selectRows(allConstraints).map((row) => row.definition),
    ];
    const create = `CREATE TABLE ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`;
    return [create, ...selectRows(allIndexes).map((row) => `${row.definition};`)].join('\n');
  });
  return `-- Generated from the migrations; see schema.test.ts. Do not edit.\n\n${text.join('\n\n')}\n`;
}
