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

  test('tables.gen.ts is what the migrations make', async () => {
    await expect(await generateTables(metadata().db)).toMatchFileSnapshot('./tables.gen.ts');
  });
});
