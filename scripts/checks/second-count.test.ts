import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootPath } from '../lib/paths.mjs';
import { valueImports } from './arrow.mjs';

interface Config {
  forbidden: IForbiddenRuleType[];
  options: ICruiseOptions;
}

/** A tree like ours, in which the second count reads what it must not. */
const tree = {
  'testkit/src/oracle/calendar.ts': 'export const day = 1;',
  'testkit/src/oracle/honest.ts': "import { day } from './calendar.ts';\nexport const week = 7 * day;",
  'testkit/src/oracle/sly.ts': "import { roll } from '../random.ts';\nexport const one = roll;",
  'testkit/src/worlds/sly.ts':
    "import { read } from '../../../server/src/events/normalize/read.ts';\nexport const two = read;",
  'testkit/src/worlds/lazy.ts': "import { readFileSync } from 'node:fs';\nexport const three = readFileSync;",
  'testkit/src/random.ts': 'export const roll = 4;',
  'server/src/events/normalize/read.ts': 'export const read = 1;',
  'server/src/features/demo/demo.ts':
    "import { day } from '../../../../testkit/src/oracle/calendar.ts';\nexport const four = day;",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botscope-tree-'));
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the second count imports nothing that the product reads, and nothing of the product imports it', async () => {
  const { default: config } = await import(rootPath('.dependency-cruiser.mjs'));
  const { forbidden, options }: Config = config;
  const cruiseResult = await cruise(Object.keys(tree), {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  });
  const { output } = cruiseResult;
  if (typeof output === 'string') throw new Error(output);
  const rulePattern = /^(oracle|worlds)-/;
  const broken = output.summary.violations.filter(({ rule }) => rulePattern.test(rule.name));
  expect(broken.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort()).toEqual([
    'oracle-reads-nothing-that-the-product-reads: testkit/src/oracle/sly.ts → testkit/src/random.ts',
    'oracle-reads-nothing-that-the-product-reads: testkit/src/worlds/lazy.ts → fs',
    'oracle-reads-nothing-that-the-product-reads: testkit/src/worlds/sly.ts → server/src/events/normalize/read.ts',
    'worlds-are-for-the-oracle-alone: server/src/features/demo/demo.ts → testkit/src/oracle/calendar.ts',
  ]);
});

test('the second count imports only types from the contract', () => {
  const oracle = 'testkit/src/oracle/oracle.ts';
  const problem = `types-only: ${oracle} imports a value from @botscope/contract; only types of it may be used here`;
  expect(valueImports(oracle, "import { toSmallestUnit } from '@botscope/contract';")).toEqual([problem]);
  expect(valueImports(oracle, "import { type Report, formatFilter } from '@botscope/contract';")).toEqual([problem]);
  expect(valueImports(oracle, "import type { Report } from '@botscope/contract';")).toEqual([]);
  expect(valueImports('testkit/src/journey.ts', "import { actionTypes } from '@botscope/contract';")).toEqual([]);
});
