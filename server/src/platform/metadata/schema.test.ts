import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dumpSchema } from './dump-schema.ts';
import { generateTables } from './generate-tables.ts';
import { testEngines, testMetadata } from './test-metadata.ts';

// After a new migration: npx vitest run server/src/platform/metadata/schema.test.ts -u
describe.each(testEngines)('files that show the schema, on $name', (engine) => {
  const metadata = testMetadata(engine, { hasTables: false });

  test('schema.sql is what the migrations make', async () => {
    await expect(await dumpSchema(metadata().run)).toMatchFileSnapshot('./schema.sql');
  });

  test('each tables.gen.ts is what the migrations of its folder make', async () => {
    const textByOwner = await generateTables(metadata().db);
    for (const [owner, text] of textByOwner) {
      const folder = owner === 'platform' ? '.' : `../../features/${owner}`;
      await expect(text).toMatchFileSnapshot(`${folder}/tables.gen.ts`);
    }
    const files = globSync('*/tables.gen.ts', { cwd: new URL('../../features/', import.meta.url) });
    const owners = files.map((file) => file.replace('/tables.gen.ts', ''));
    expect([...textByOwner.keys()]).toEqual(expect.arrayContaining(owners));
  });
});
