import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deferCommit } from './defer-commit.ts';
import { type Metadata, openMetadata } from './open-metadata.ts';
import { type TestStore, testEngines } from './test-metadata.ts';

describe.each(testEngines)('a commit that does not wait for the disk, on $name', (engine) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await engine.create();
  });
  afterEach(() => store.remove());

  const names = async ({ db }: Metadata) =>
    (await db.selectFrom('settings').select('name').where('name', 'like', 'soon-%').execute()).map(({ name }) => name);
  const add = ({ db }: Metadata, name: string, fails = false) =>
    deferCommit(db, async (transaction) => {
      await transaction.insertInto('settings').values({ name, value: '' }).execute();
      if (fails) throw new Error('changed my mind');
    });

  test('is seen at once, is whole or not at all, and is there after an ordinary end', async () => {
    const metadata = await openMetadata(store.options);
    await add(metadata, 'soon-kept');
    await expect(add(metadata, 'soon-refused', true)).rejects.toThrow('changed my mind');
    expect(await names(metadata)).toEqual(['soon-kept']);
    // Later commits wait for the disk again.
    const setting = await metadata.run('SHOW synchronous_commit');
    expect(setting).toEqual([{ synchronous_commit: 'on' }]);
    await metadata.close();

    const reopenedMetadata = await openMetadata(store.options);
    expect(await names(reopenedMetadata)).toEqual(['soon-kept']);
    await reopenedMetadata.close();
  });
});
