import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootPath, withTools } from '../lib/paths.mjs';
import { eventKind } from './recipes/event-kind.fixture.ts';
import { feature } from './recipes/feature.fixture.ts';
import type { Edit, Recipe } from './recipes/recipe.ts';
import { report } from './recipes/report.fixture.ts';
import { usersColumn } from './recipes/users-column.fixture.ts';

/**
 * Measures what a change costs: recipes of docs/recipes.md, carried out together in one copy of the repository. The copy
 * must compile and keep the import rules, and each recipe has a largest number of existing files that it edits. Files
 * that a test writes with -u (schema.sql, golden files, docs/openapi.json) are not counted.
 */
const recipes: readonly Recipe[] = [feature, report, usersColumn, eventKind];
const commandMs = 280_000;
/** The part of the schema test that the compiler needs. */
const generateTypes = `import { mkdirSync, writeFileSync } from 'node:fs';
import { generateTables } from './server/src/platform/metadata/generate-tables.ts';
import { openMetadata } from './server/src/platform/metadata/open-metadata.ts';
mkdirSync('data');
const metadata = await openMetadata({ dataDir: 'data', logger: console });
const textByOwner = await generateTables(metadata.db);
writeFileSync('server/src/features/notes/tables.gen.ts', textByOwner.get('notes'));
await metadata.close();
`;

const run = promisify(execFile);
let copy: string;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'botscope-recipes-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: rootPath('.'),
    maxBuffer: 2 ** 26,
  });
  for (const file of stdout.split('\n').filter((name) => name !== '')) cpSync(rootPath(file), join(copy, file));
  linkPackages('node_modules');
  linkPackages('server/node_modules');
  for (const { ownFiles, edits } of recipes) {
    for (const [file, text] of Object.entries(ownFiles)) write(file, text);
    edits.forEach(applyEdit);
  }
  write('generate-types.mjs', generateTypes);
  await run('node', ['generate-types.mjs'], { cwd: copy, env: withTools() });
}, commandMs);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function applyEdit({ file, find, replace }: Edit): void {
  const before = readFileSync(join(copy, file), 'utf8');
  expect(before.split(find), `${file}: ${find}`).toHaveLength(2);
  write(
    file,
    before.replace(find, () => replace),
  );
}

/** Links to every package, but those of the workspace are the ones of the copy. */
function linkPackages(folder: string): void {
  mkdirSync(join(copy, folder));
  for (const name of readdirSync(rootPath(folder))) {
    if (name !== '@botscope') symlinkSync(rootPath(folder, name), join(copy, folder, name));
  }
  if (folder !== 'node_modules') return;
  mkdirSync(join(copy, folder, '@botscope'));
  for (const name of ['bench', 'contract', 'dashboard', 'e2e', 'server', 'testkit'])
    symlinkSync(join('..', '..', name), join(copy, folder, '@botscope', name));
}

/** Returns what a command prints if it fails; '' if it succeeds. */
async function collectProblems(command: string, args: readonly string[]): Promise<string> {
  const options = { cwd: copy, env: withTools(), maxBuffer: 2 ** 26 };
  return run(command, args, options).then(
    () => '',
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
}

test.each(recipes)('$name edits few files', ({ ownFolders, ownFiles, edits, maxEditedFiles }) => {
  expect(Object.keys(ownFiles).filter((file) => !ownFolders.test(file))).toEqual([]);
  expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(maxEditedFiles);
});

test('the server and the dashboard compile with them', { timeout: commandMs }, async () => {
  const problems = await Promise.all(
    ['tsconfig.json', 'dashboard/tsconfig.json'].map((project) => collectProblems('tsc', ['-p', project])),
  );
  expect(problems).toEqual(['', '']);
});

test('they keep the import rules', { timeout: commandMs }, async () => {
  const folders = ['contract/src', 'server/src/features', 'dashboard/src/features/notes', 'dashboard/src/app'];
  expect(await collectProblems('depcruise', [...folders, '--config', '.dependency-cruiser.mjs'])).toBe('');
});

test('what they add is found', { timeout: commandMs }, async () => {
  write(
    'found.mjs',
    `import { api, permissionKeys, userColumns } from '@botscope/contract';
import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { catalogue } from './server/src/analytics/reports/catalogue.ts';
import { detectUpdateKind } from './server/src/telegram/update-anatomy.ts';
import { features } from './server/src/features/features.ts';
import { readMigrations } from './server/src/platform/metadata/migrate.ts';
const migrations = (await readMigrations()).map(({ name }) => name);
console.log(JSON.stringify({
  call: api.listNotes.path,
  permission: permissionKeys.includes('notes.view'),
  feature: features.manifests.some(({ name }) => name === 'notes'),
  migration: migrations.at(-1),
  report: 'sticker_users' in catalogue && countedReports.includes('sticker_users'),
  column: userColumns.includes('last_action'),
  kind: detectUpdateKind({ update_id: 1, gift_received: {} }),
}));`,
  );
  const { stdout } = await run('node', ['found.mjs'], { cwd: copy, env: withTools() });
  expect(JSON.parse(stdout)).toEqual({
    call: '/bots/{key}/notes',
    permission: true,
    feature: true,
    migration: '9000-notes.sql',
    report: true,
    column: true,
    kind: 'gift_received',
  });
});
