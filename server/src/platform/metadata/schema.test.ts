import { describe, expect, test } from 'vitest';
import { dumpSchema } from './dump-schema.ts';
import { testEngines, testMetadata } from './test-metadata.ts';

describe.each(testEngines)('schema.sql on $name', (engine) => {
  const metadata = testMetadata(engine, { hasTables: false });

  // After a new migration: npx vitest run server/src/platform/metadata/schema.test.ts -u
  test('is what the migrations make', async () => {
    await expect(await dumpSchema(metadata().run)).toMatchFileSnapshot('./schema.sql');
  });
});
