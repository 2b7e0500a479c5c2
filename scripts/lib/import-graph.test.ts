import { expect, test } from 'vitest';
import { reach, readImporters } from './import-graph.mjs';

const project: Record<string, string> = {
  'contract/src/index.ts': "export * from './money.ts';\nexport * from './words.ts';\n",
  'contract/src/money.ts': 'export const toCents = 1;\nexport interface Money {}\n',
  'contract/src/words.ts': 'export function join() {}\n',
  'server/src/price.ts': "import { type Money, toCents } from '@botscope/contract';\n",
  'server/src/only-types.ts':
    "import type { Price } from './price.ts';\nimport { type Money } from '@botscope/contract';\n",
  'server/src/features/features.ts': "import { price } from '../price.ts';\n",
  'server/src/features/features.test.ts': "import { features } from './features.ts';\n",
  'server/src/server.ts': "import {\n  features,\n} from './features/features.ts';\n",
  'server/src/server.test.ts': "const { start } = await import('./server.ts');\n",
  'server/src/migrate.ts': "const folder = new URL('./migrations/', import.meta.url);\n",
  'server/src/killed.test.ts': "const script = join(import.meta.dirname, 'fixtures', 'until-killed.ts');\n",
  'server/src/fixtures/until-killed.ts': "import '@botscope/server/price.ts';\n",
  'server/src/sql.test.ts': "await expect(text).toMatchFileSnapshot('price.golden.sql');\n",
  'server/src/migrations/0001_first.sql': '',
  'server/src/migrations/notes.ts': '',
  'server/src/price.golden.sql': '',
  'dashboard/src/app.ts': "import.meta.glob<Feature>(['./*/feature.ts', '!./old/feature.ts'], { eager: true });\n",
  'dashboard/src/bots/feature.ts': '',
};
const files = Object.keys(project);
const read = (file: string) => project[file] ?? '';
const readersOf = (file: string) => [...(readImporters({ files, read }).get(file) ?? [])];

test.each<[string, string, string[]]>([
  ['a file is imported by the modules that name it', 'server/src/server.ts', ['server/src/server.test.ts']],
  [
    'an import over several lines counts',
    'server/src/features/features.ts',
    ['features/features.test.ts', 'server.ts'],
  ],
  ['a name of the contract is imported from the file that declares it', 'contract/src/money.ts', ['price.ts']],
  ['the index of the contract passes no other change on', 'contract/src/words.ts', []],
  ['types are not followed', 'server/src/price.ts', ['features/features.ts', 'fixtures/until-killed.ts']],
  ['a script is read by the test that starts it', 'server/src/fixtures/until-killed.ts', ['killed.test.ts']],
  [
    'a file of a folder is read by the module that reads the folder',
    'server/src/migrations/0001_first.sql',
    ['migrate.ts'],
  ],
  ['code of such a folder is not data', 'server/src/migrations/notes.ts', []],
  ['a snapshot is read by its test', 'server/src/price.golden.sql', ['sql.test.ts']],
  ['a search for files is an import of each', 'dashboard/src/bots/feature.ts', ['dashboard/src/app.ts']],
])('%s', (_, file, readers) => {
  const withFolder = readers.map((reader) => (/^(server|dashboard)\//.test(reader) ? reader : `server/src/${reader}`));
  expect(
    readersOf(file)
      .filter((reader) => reader !== 'contract/src/index.ts')
      .sort(),
  ).toEqual(withFolder.sort());
});

test('what was removed still has the modules that read it', () => {
  const importers = readImporters({ files, read, goneFiles: ['server/src/migrations/0002_second.sql'] });
  expect([...(importers.get('server/src/migrations/0002_second.sql') ?? [])]).toEqual(['server/src/migrate.ts']);
});

test('a reach counts the imports, and ends at a list, whose own tests it includes', () => {
  const importers = readImporters({ files, read });
  const reached = reach(['contract/src/money.ts'], importers, (file) => file.endsWith('features.ts'));
  expect(Object.fromEntries([...reached].map(([file, { distance }]) => [file, distance]))).toEqual({
    'contract/src/money.ts': 0,
    'contract/src/index.ts': 1,
    'server/src/price.ts': 1,
    'server/src/features/features.ts': 2,
    'server/src/fixtures/until-killed.ts': 2,
    'server/src/features/features.test.ts': 3,
    'server/src/killed.test.ts': 3,
  });
});
