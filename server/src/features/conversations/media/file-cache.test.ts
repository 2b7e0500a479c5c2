import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inThrowawayDirectory } from '@botscope/testkit/throwaway.ts';
import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

const bot = '0123456789abc';
const toFile = (name: string, user = 1) => ({ bot, user, name });
const bytes = (count: number) => (path: string) => writeFile(path, 'x'.repeat(count));

test('the least recently used go when the limit is reached, also after a restart', () =>
  inThrowawayDirectory(async (path) => {
    const options = { dataDir: path, maxBytes: 100 };
    const cache = createFileCache(options);
    await cache.add(toFile('a'), bytes(40));
    await cache.add(toFile('b'), bytes(40));
    expect(await cache.find(toFile('a'))).toMatchObject({ size: 40 });
    await cache.add(toFile('c'), bytes(40));
    expect(await cache.find(toFile('b'))).toBeNull();

    const restartedCache = createFileCache(options);
    const cachedFile = await restartedCache.find(toFile('c'));
    expect(cachedFile?.size).toBe(40);
    expect(await readFile(cachedFile?.path ?? '', 'utf8')).toBe('x'.repeat(40));
    await restartedCache.add(toFile('d'), bytes(90));
    expect(await restartedCache.find(toFile('a'))).toBeNull();
    expect(await restartedCache.find(toFile('d'))).toMatchObject({ size: 90 });
  }));

test('a name is never a path; what fails leaves nothing; a user and a bot are removed whole', () =>
  inThrowawayDirectory(async (path) => {
    const cache = createFileCache({ dataDir: path, maxBytes: 1_000 });
    const strange = await cache.add(toFile('../../etc/passwd'), bytes(1));
    expect(strange.path.startsWith(join(path, 'files', bot, '1'))).toBe(true);
    await expect(cache.add(toFile('e'), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.find(toFile('e'))).toBeNull();
    await cache.add(toFile('f', 2), bytes(1));
    await cache.removeUser(bot, 1);
    expect(await cache.find(toFile('../../etc/passwd'))).toBeNull();
    expect(await cache.find(toFile('f', 2))).not.toBeNull();
    await cache.removeBot(bot);
    expect(await cache.find(toFile('f', 2))).toBeNull();
    expect(readdirSync(join(path, 'files'))).toEqual([]);
  }));
