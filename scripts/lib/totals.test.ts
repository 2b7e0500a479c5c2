import { expect, test } from 'vitest';
import { playwrightTotals, sentence, sum, toSuite, vitestTotals } from './totals.mjs';

const file = (status: string, ...tests: string[]) => ({
  name: '/project/server/a.test.ts',
  status,
  message: 'no such module',
  assertionResults: tests.map((each) => ({ status: each, fullName: 'it adds', failureMessages: ['expected 2'] })),
});

test('vitest: what did not pass has failed, a file that did not load included', () => {
  const report = {
    numTotalTests: 5,
    numPassedTests: 3,
    testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed'), file('failed')],
  };
  expect(vitestTotals(report)).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      '/project/server/a.test.ts › it adds (skipped)\nexpected 2',
      '/project/server/a.test.ts › it adds (failed)\nexpected 2',
      '/project/server/a.test.ts (did not load, or failed before or after its tests)\nno such module',
    ],
  });
});

test('playwright: flaky, left-out and broken count as failed', () => {
  const spec = (title: string, status: string, errors: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: errors.map((message) => ({ message })) }] }],
  });
  const report = {
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no such file' }],
    suites: [
      {
        file: 'demo.spec.ts',
        specs: [spec('opens', 'expected', []), spec('ends', 'unexpected', ['expected\nreceived'])],
        suites: [{ file: 'demo.spec.ts', title: 'on a phone', specs: [spec('fits', 'flaky', ['too wide'])] }],
      },
    ],
  };
  expect(playwrightTotals(report)).toEqual({
    passed: 7,
    failed: 5,
    failures: [
      'demo.spec.ts › ends (unexpected)\nexpected\nreceived',
      'demo.spec.ts › fits (flaky)\ntoo wide',
      'no such file',
    ],
  });
});

test.each([
  ['all well', 0, { passed: 4, failed: 0 }, 0],
  ['it crashed before its report', 137, null, 1],
  ['it ended badly though every test passed', 1, { passed: 4, failed: 0 }, 1],
  ['it ran nothing', 0, { passed: 0, failed: 0 }, 1],
  ['its failures are counted once', 1, { passed: 4, failed: 2 }, 2],
])('a suite is honest: %s', (_, code, totals, failedCount) => {
  expect(toSuite('unit', code, totals).failed).toBe(failedCount);
});

test('the last line sums all suites', () => {
  const total = sum([
    { passed: 11, failed: 0 },
    { passed: 200, failed: 2 },
  ]);
  expect(sentence(total)).toBe('211 passed, 2 failed');
});
