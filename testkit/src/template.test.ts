import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { computeVersion, templateDirectory } from './template.ts';
import { inThrowawayDirectory } from './throwaway.ts';

test('a template is made once, whole or not at all; of several that are made at once one stays', async () => {
  const version = `test-${process.pid}`;
  let makeCount = 0;
  const make = async (directory: string): Promise<void> => {
    makeCount += 1;
    writeFileSync(join(directory, 'file'), 'half');
    await nextTurn();
    writeFileSync(join(directory, 'file'), 'whole');
  };
  const failing = templateDirectory('example', version, async (directory) => {
    writeFileSync(join(directory, 'file'), 'half');
    throw new Error('no space left');
  });
  await expect(failing).rejects.toThrow('no space left');
  const [one, other] = await Promise.all([1, 2].map(() => templateDirectory('example', version, make)));
  try {
    expect(one).toBe(other);
    expect(await templateDirectory('example', version, make)).toBe(one);
    expect(makeCount).toBe(2);
    expect(readFileSync(join(one ?? '', 'file'), 'utf8')).toBe('whole');
    expect(readdirSync(dirname(one ?? ''))).toEqual(['ready']);
  } finally {
    rmSync(dirname(one ?? ''), { recursive: true, force: true });
  }
});

test('a version changes with the contents of a file, and with a new one in a folder', () =>
  inThrowawayDirectory(async (directory) => {
    writeFileSync(join(directory, 'a.sql'), 'one');
    const first = computeVersion([directory]);
    expect(computeVersion([directory])).toBe(first);
    writeFileSync(join(directory, 'a.sql'), 'two');
    const second = computeVersion([directory]);
    writeFileSync(join(directory, 'b.sql'), '');
    expect(new Set([first, second, computeVersion([directory])]).size).toBe(3);
  }));
