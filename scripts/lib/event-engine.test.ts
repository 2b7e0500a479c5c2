import { expect, test } from 'vitest';
import { engineProblem } from './event-engine.mjs';

const engines = [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }];
const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' };

test('a machine that the embedded engine has a build for needs nothing', () => {
  expect(engineProblem(linux, engines, undefined)).toBe(null);
});

test.each([
  ['darwin-arm64', { platform: 'darwin', arch: 'arm64' }],
  ['darwin-x64', { platform: 'darwin', arch: 'x64' }],
  ['linux-arm64-glibc', { ...linux, arch: 'arm64' }],
  ['linux-x64-musl', { ...linux, libc: 'musl' }],
  ['win32-x64', { platform: 'win32', arch: 'x64' }],
])('%s needs a ClickHouse server, and says so in one sentence', (name, machine) => {
  const problem = engineProblem(machine, engines, '');
  expect(problem).toContain(`no build for ${name}: set CLICKHOUSE_URL`);
  expect(problem?.match(/\.(?:\s|$)/g)).toHaveLength(1);
  expect(engineProblem(machine, engines, 'http://localhost:8123/botscope')).toBe(null);
});
