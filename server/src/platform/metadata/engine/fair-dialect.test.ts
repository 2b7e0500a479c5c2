import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runAs, toAsker } from '../../fairness/asker.ts';
import { testEngines, testMetadata } from '../test-metadata.ts';

const metadata = testMetadata(testEngines[0]);

test('the statement of one account does not wait behind a hundred of another', async () => {
  const finishedAccounts: string[] = [];
  const ask = (account: string) =>
    runAs(toAsker({ key: account }, '192.0.2.1'), async () => {
      await sql`SELECT 1`.execute(metadata().db);
      finishedAccounts.push(account);
    });
  const crowd = Array.from({ length: 100 }, () => ask('ann'));
  await Promise.all([...crowd, ask('ben')]);
  expect(finishedAccounts).toHaveLength(101);
  expect(finishedAccounts.indexOf('ben')).toBeLessThan(5);
});
