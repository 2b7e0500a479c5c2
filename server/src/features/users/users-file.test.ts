import { text } from 'node:stream/consumers';
import type { BotUser } from '@botscope/contract';
import { expect, test } from 'vitest';
import { asker, runAs, toAsker } from '../../platform/fairness/asker.ts';
import { usersCsv, usersNdjson } from './users-file.ts';

test.each([
  ['CSV', (chunks: AsyncIterable<BotUser[]>) => usersCsv([], chunks)],
  ['NDJSON', usersNdjson],
])('every chunk of a %s file is read on behalf of who asked for it', async (_, fileOf) => {
  const ann = toAsker({ key: 'ann' }, '192.0.2.1');
  const readBy: string[] = [];
  async function* chunks(): AsyncGenerator<BotUser[]> {
    for (const user_id of [1, 2, 3]) {
      readBy.push(...asker().places);
      yield [{ user_id } as BotUser];
    }
  }
  const file = runAs(ann, () => fileOf(chunks()));
  // The client reads outside the request that began the file.
  await text(file);
  expect(readBy).toEqual(['account:ann', 'account:ann', 'account:ann']);
});
