import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { askerOf, runAs } from '../../fairness/asker.ts';
import { testEngines, testMetadata } from '../test-metadata.ts';

const metadata = testMetadata(testEngines[0]);

test('the statement of one account does not wait behind a hundred of another', async () => {
  const ended: string[] = [];
  const ask = (account: string) =>
    runAs(askerOf({ key: account }, '192.0.2.1'), async () => {
      await sql`SELECT 1`.execute(metadata().db);
      ended.push(account);
    });
  const crowd = Array.from({ length: 100 }, () => ask('ann'));
  await Promise.all([...crowd, ask('ben')]);
  expect(ended).toHaveLength(101);
  expect(ended.indexOf('ben')).toBeLessThan(5);
});
