import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inThrowawayDirectory } from '@botscope/testkit/throwaway.ts';
import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

const bot = '0123456789abc';
const fileOf = (name: string, person = 1) => ({ bot, person, name });
const bytes = (count: number) => (path: string) => writeFile(path, 'x'.repeat(count));

test('the least recently used go when the limit is reached, also after a restart', () =>
  inThrowawayDirectory(async (path) => {
    const options = { dataDir: path, maxBytes: 100 };
    const cache = createFileCache(options);
    await cache.add(fileOf('a'), bytes(40));
    await cache.add(fileOf('b'), bytes(40));
    expect(await cache.find(fileOf('a'))).toMatchObject({ size: 40 });
    await cache.add(fileOf('c'), bytes(40));
    expect(await cache.find(fileOf('b'))).toBeNull();

    const later = createFileCache(options);
    const kept = await later.find(fileOf('c'));
    expect(kept?.size).toBe(40);
    expect(await readFile(kept?.path ?? '', 'utf8')).toBe('x'.repeat(40));
    await later.add(fileOf('d'), bytes(90));
    expect(await later.find(fileOf('a'))).toBeNull();
    expect(await later.find(fileOf('d'))).toMatchObject({ size: 90 });
  }));

test('a name is never a path; what fails leaves nothing; a person and a bot are removed whole', () =>
  inThrowawayDirectory(async (path) => {
    const cache = createFileCache({ dataDir: path, maxBytes: 1_000 });
    const strange = await cache.add(fileOf('../../etc/passwd'), bytes(1));
    expect(strange.path.startsWith(join(path, 'files', bot, '1'))).toBe(true);
    await expect(cache.add(fileOf('e'), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.find(fileOf('e'))).toBeNull();
    await cache.add(fileOf('f', 2), bytes(1));
    await cache.removePerson(bot, 1);
    expect(await cache.find(fileOf('../../etc/passwd'))).toBeNull();
    expect(await cache.find(fileOf('f', 2))).not.toBeNull();
    await cache.removeBot(bot);
    expect(await cache.find(fileOf('f', 2))).toBeNull();
    expect(readdirSync(join(path, 'files'))).toEqual([]);
  }));
