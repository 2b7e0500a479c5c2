import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, inThrowawayDirectory, throwawayDirectory } from './throwaway.ts';

test('a throwaway directory goes away with its content, also after a failure', async () => {
  let path = '';
  await expect(
    inThrowawayDirectory(async (directory) => {
      path = directory;
      await writeFile(join(directory, 'file'), 'x');
      throw new Error('test failed');
    }),
  ).rejects.toThrow('test failed');
  expect(path).not.toBe('');
  expect(existsSync(path)).toBe(false);

  const directoryHandle = await throwawayDirectory('botscope-test-');
  expect(existsSync(directoryHandle.path)).toBe(true);
  await directoryHandle.remove();
  expect(existsSync(directoryHandle.path)).toBe(false);
});

test('a free port can be listened on', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(server.address()).toMatchObject({ port });
  server.close();
});
