import { expect, test } from 'vitest';
import { judgeKit } from './kit.mjs';

const sheet = (text: string, file = 'dashboard/src/ui/a.module.css') => ({ file, text });
const module = (text: string, file = 'dashboard/src/ui/a.tsx') => ({ file, text });
const uses = (...names: string[]) =>
  module(`import classes from './a.module.css';\n${names.map((name) => `classes.${name}`).join('\n')}`);

test('a sheet whose classes are all used passes', () => {
  const { problems, summary } = judgeKit(
    [sheet('.a {\n  font-size: var(--mantine-font-size-sm);\n}\n\n.a .b {\n  font-size: 0.9em;\n}\n')],
    [uses('a', 'b'), module('<table>', 'dashboard/src/ui/b.tsx')],
  );
  expect(problems).toEqual([]);
  expect(summary).toBe('7 lines of CSS, 1 font sizes, 1 files with a table');
});

test('styles that nothing uses, and uses without styles, are found', () => {
  expect(judgeKit([sheet('.a,\n.b:hover {\n  color: red;\n}\n')], [uses('a', 'c')]).problems).toEqual([
    'dashboard/src/ui/a.module.css: nothing uses .b',
    'dashboard/src/ui/a.module.css: .c is used and not defined',
  ]);
});

test('a class that is read by a computed name may be any', () => {
  const computed = module("import classes from './a.module.css';\nclasses[name]");
  expect(judgeKit([sheet('.a {\n  color: red;\n}\n')], [computed]).problems).toEqual([]);
});

test('font sizes come from the scale, and the scale is short', () => {
  const steps = Array.from({ length: 8 }, (_, index) => `.s${index} {\n  font-size: var(--step-${index});\n}\n`).join(
    '\n',
  );
  const usingModule = uses(...Array.from({ length: 8 }, (_, index) => `s${index}`));
  expect(judgeKit([sheet(steps)], [usingModule]).problems).toEqual([
    expect.stringMatching(/^8 font sizes \(at most 7\)/),
  ]);
  expect(judgeKit([sheet('.a {\n  font-size: 13.5px;\n}\n')], [uses('a')]).problems).toEqual([
    'dashboard/src/ui/a.module.css: font-size 13.5px is not of the scale',
  ]);
});

test('CSS and tables of their own do not grow', () => {
  const tables = Array.from({ length: 5 }, (_, index) => module('<table>', `dashboard/src/t${index}.tsx`));
  const { problems } = judgeKit([sheet(`.a {\n${'  color: red;\n'.repeat(7_700)}}\n`)], [uses('a'), ...tables]);
  expect(problems).toEqual([
    'dashboard: 7702 lines of CSS (at most 7700)',
    expect.stringMatching(/^<table in 5 files \(at most 4\): dashboard\/src\/t0\.tsx/),
  ]);
});
