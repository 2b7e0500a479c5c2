import { posix } from 'node:path';
import { isCode } from './sources.mjs';

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Importers modules by the file that they read */

const statement = /^(?:import|export)\s+(?!type\b)([^;'"]*?)\s*from\s+'([^']+)'/gm;
const bareImport = /\bimport\s*\(?\s*'([^']+)'/g;
/** Files that a module starts or reads: `new URL('./x', import.meta.url)`, `join(import.meta.dirname, 'a', 'b')`. */
const urlBeside = /new URL\(\s*'([^']+)',\s*import\.meta\.url/g;
const pathBeside = /import\.meta\.dirname((?:,\s*'[^']+')+)/g;
const snapshot = /toMatchFileSnapshot\(\s*'([^']+)'/g;
const glob = /import\.meta\.glob[^(]*\(\s*(\[[^\]]*\]|'[^']*')/g;
const declaration = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;

/** @param {string} file @returns {boolean} whether it may import others */
const isModule = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts');

/**
 * Reads who imports or reads which file. Types are left out: the compiler finds what a type breaks. An import from the
 * index of the contract is one from the file that declares the name, or each file of the contract would reach all tests.
 * @param {object} project
 * @param {readonly string[]} project.files relative to the root
 * @param {readonly string[]} [project.goneFiles] what was removed: others may still import or read it
 * @param {(file: string) => string} project.read
 * @param {(file: string) => readonly string[]} [project.readersOf] modules that read a file without naming it
 * @returns {Importers}
 */
export function readImporters({ files, goneFiles = [], read, readersOf = () => [] }) {
  const sources = new Map(files.filter(isModule).map((file) => [file, read(file)]));
  const allFiles = new Set([...files, ...goneFiles]);
  const contractFiles = declaringFiles(sources);
  /** @type {Map<string, Set<string>>} */
  const importers = new Map([...allFiles].map((file) => [file, new Set(readersOf(file))]));
  for (const [file, source] of sources) {
    for (const target of readTargets(file, source, contractFiles)) {
      for (const path of allFiles.has(target) ? [target] : filesUnder(target, allFiles)) importers.get(path)?.add(file);
    }
  }
  return importers;
}

/**
 * @param {string} target a pattern of `import.meta.glob`, or a folder: what a module reads of a folder is no code
 * @param {ReadonlySet<string>} allFiles
 * @returns {string[]}
 */
function filesUnder(target, allFiles) {
  const folder = `${target.replace(/\/$/, '')}/`;
  if (!target.includes('*')) return [...allFiles].filter((file) => file.startsWith(folder) && !isCode(file));
  const source = target
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  const pattern = new RegExp(`^${source}$`);
  return [...allFiles].filter((file) => pattern.test(file));
}

/**
 * @param {string} file
 * @param {string} source
 * @param {ReadonlyMap<string, string>} contractFiles
 * @returns {Set<string>} paths of files, folders and patterns
 */
function readTargets(file, source, contractFiles) {
  const beside = (/** @type {string} */ path) => posix.join(posix.dirname(file), path);
  const imported = [...source.matchAll(statement)].flatMap(([, names = '', module = '']) => {
    const valueNames = readValueNames(names);
    if (valueNames.length === 0) return [];
    if (module !== '@botscope/contract') return resolve(module, beside);
    return valueNames.map((name) => contractFiles.get(name) ?? contractIndex);
  });
  const paths = [
    ...[...source.matchAll(bareImport)].flatMap(([, module = '']) => resolve(module, beside)),
    ...[...source.matchAll(urlBeside), ...source.matchAll(snapshot)].map(([, path = '']) => beside(path)),
    ...[...source.matchAll(pathBeside)].map(([, parts = '']) => beside(quotedTexts(parts).join('/'))),
    ...[...source.matchAll(glob)].flatMap(([, patterns = '']) =>
      quotedTexts(patterns).flatMap((pattern) => (pattern.startsWith('!') ? [] : [beside(pattern)])),
    ),
  ];
  return new Set([...imported, ...paths]);
}

/** @param {string} text @returns {string[]} */
const quotedTexts = (text) => [...text.matchAll(/'([^']+)'/g)].map(([, part = '']) => part);

/** @param {string} names between `import` and `from` @returns {string[]} those that are not types; `*` for all */
function readValueNames(names) {
  const inBraces = /\{([^}]*)\}/.exec(names)?.[1];
  if (inBraces === undefined) return ['*'];
  const valueNames = inBraces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*/, ''));
  return /^\w/.test(names) ? ['*', ...valueNames] : valueNames;
}

const contractIndex = 'contract/src/index.ts';

/** @param {string} module @param {(path: string) => string} beside @returns {string[]} nothing for packages of others */
function resolve(module, beside) {
  if (module.startsWith('.')) return [beside(module)];
  if (module === '@botscope/contract') return [contractIndex];
  const [, workspace, path] = /^@botscope\/(server|testkit)\/(.+)$/.exec(module) ?? [];
  return workspace === undefined ? [] : [`${workspace}/src/${path}`];
}

/** @param {ReadonlyMap<string, string>} sources @returns {Map<string, string>} files of the contract by the names that they export */
function declaringFiles(sources) {
  const modules = [...sources].filter(([file]) => file.startsWith('contract/src/') && !file.includes('.test.'));
  return new Map(
    modules.flatMap(([file, source]) =>
      [...source.matchAll(declaration)].map(([, name = '']) => /** @type {[string, string]} */ ([name, file])),
    ),
  );
}

/**
 * Finds what some files reach over imports, nearest first. Lists of everything (the features of the server) pass a
 * change on to their own tests alone: behind them stands the whole product, and so every test that starts it.
 * @param {readonly string[]} changedFiles
 * @param {Importers} importers
 * @param {(file: string) => boolean} isList
 * @returns {Map<string, { from: string, distance: number }>} by file: the changed file, and the imports in between
 */
export function reach(changedFiles, importers, isList) {
  const reached = new Map(changedFiles.map((file) => [file, { from: file, distance: 0 }]));
  // A map is read in the order in which it is written, and what is added meanwhile is read as well.
  for (const [file, { from, distance }] of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (distance > 0 && isList(file) && !importer.includes('.test.')) continue;
      if (!reached.has(importer)) reached.set(importer, { from, distance: distance + 1 });
    }
  }
  return reached;
}
