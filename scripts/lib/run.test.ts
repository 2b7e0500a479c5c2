import { expect, test } from 'vitest';
import { isNewEnough } from './node.mjs';
import { readOptions } from './options.mjs';
import { capture, exitCode } from './run.mjs';

test('exit codes are those of a shell', async () => {
  expect([exitCode(3, null), exitCode(null, 'SIGTERM'), exitCode(null, 'SIGKILL')]).toEqual([3, 143, 137]);
  expect((await capture('no-such-command-here', [])).code).toBe(127);
});

test('both streams are kept, stdout alone as well', async () => {
  const result = await capture('sh', ['-c', 'echo out; echo err >&2; exit 4']);
  expect([result.code, result.stdout]).toEqual([4, 'out\n']);
  expect(result.output.split('\n').sort()).toEqual(['', 'err', 'out']);
});

test.each([
  ['v20.20.2', false],
  ['v24.0.0', true],
  ['v100.1.0', true],
  ['', false],
])('Node %s runs the product: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test('options are read; a mistyped one is an error', () => {
  expect(readOptions(['--only=unit', '--fast'], ['only', 'fast'])).toEqual({ only: 'unit', fast: '' });
  expect(() => readOptions(['--ony=unit'], ['only'])).toThrow('Unknown option --ony=unit; known: --only');
});
