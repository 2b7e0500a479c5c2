import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import { insertBot, insertCampaign } from '../campaign-engine/test-campaigns.ts';
import { createCampaignFileStore } from './campaign-file-store.ts';

const metadata = testMetadata();

it('files that no message names are deleted after a day; those of albums and of all versions are named', async () => {
  const { db } = metadata();
  const bot = 'files00000001';
  await insertBot(db, bot);
  let now = Date.now();
  const files = createCampaignFileStore(db, () => now);
  const names = ['one', 'first of an album', 'second of an album', 'of a language', 'of an album of B', 'unused'];
  const ids = new Map<string, string>();
  for (const name of names) {
    const { id } = await files.receive(bot, { name, type: 'image/png' }, Readable.from([Buffer.from(name)]));
    ids.set(name, id);
  }
  const photo = (name: string) => ({ kind: 'photo' as const, file: ids.get(name) ?? '' });
  await insertCampaign(db, bot, { message: { media: photo('one') } });
  await insertCampaign(db, bot, {
    message: { album: [photo('first of an album'), photo('second of an album')] },
    variants: {
      languages: [{ code: 'ru', message: { media: photo('of a language') } }],
      others: [{ share: 50, message: { album: [photo('of an album of B'), photo('one')] } }],
    },
  });
  expect(await files.forgetUnused()).toBe(0);
  now += dayMs + 1_000;
  expect(await files.forgetUnused()).toBe(1);
  const keptFlags = await Promise.all(names.map(async (name) => (await files.one(bot, ids.get(name) ?? '')) !== null));
  expect(keptFlags).toEqual([true, true, true, true, true, false]);
});
