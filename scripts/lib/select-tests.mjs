import { posix } from 'node:path';
import { journeys, lists, readAtRunTime, slowTests, smokeSpecs } from './changed-tables.mjs';
import { reach, readImporters } from './import-graph.mjs';
import { isCode, isTest } from './sources.mjs';
import { addressPatterns, areaOf, rankSpecs } from './visited-pages.mjs';

/** @typedef {{ file: string, reason: string }} Choice */
/** @typedef {{ units: Choice[], specs: Choice[], leftOut: { units: number, specs: number } }} Selection */

/**
 * With the checks and the build of the dashboard, this many take five minutes on two cores: test files that open stores
 * (a slow one counts as five), and browser specs. What is more imports away starts half the product.
 */
const limits = { stores: 30, specs: 4, imports: 3 };

const isUnitTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);
const isSpec = (/** @type {string} */ file) => /^e2e\/.*\.spec\.ts$/.test(file);
/** Faults of whole installations take minutes each: they run when something of their own folder changes. */
const longFolder = /^e2e\/(?:cluster|outages)\//;
const isProduct = (/** @type {string} */ file) =>
  /^(?:contract|server|dashboard|tracker|content)\//.test(file) && !isTest(file) && !/\.(?:golden\.sql|md)$/.test(file);
/** Files that may change everything: packages, compiler and runner. */
const isGround = (/** @type {string} */ file) =>
  /^(?:[^/]+\/)?(?:package(?:-lock)?|tsconfig[^/]*)\.json$|^vitest\.config\.ts$|^\.nvmrc$/.test(file);

/**
 * Decides which tests a change can reach, nearest first, as many as five minutes have room for.
 * @param {{ changedFiles: readonly string[], files: readonly string[], read: (file: string) => string }} project
 *   `files`: all that exist; a changed file may be gone
 * @returns {Selection}
 */
export function selectTests({ changedFiles, files, read }) {
  const existing = new Set(files);
  const goneFiles = changedFiles.filter((file) => !existing.has(file));
  const importers = readImporters({ files, goneFiles, read, readersOf });
  const reached = reach(changedFiles, importers, (file) => lists.includes(file));
  const everything = reach(changedFiles, importers, () => false);

  const unitReasons = new Map(changedFiles.flatMap((file) => testsBeside(file, files)));
  for (const [file, { from, distance }] of reached) {
    if (!isUnitTest(file) || !existing.has(file)) continue;
    if (file.startsWith('server/') && distance > limits.imports) continue;
    const besideDistance = unitReasons.get(file)?.distance ?? Number.POSITIVE_INFINITY;
    if (distance < besideDistance) unitReasons.set(file, { reason: describeWay(from, distance), distance });
  }
  const units = chooseUnits(unitReasons);
  const journeyFiles = changedFiles.filter((file) => /^(?:e2e|testkit)\//.test(file));
  const reachedSpecs = reach(journeyFiles, importers, () => false);
  const specs = chooseSpecs({ changedFiles, files, read, reachedSpecs, hasUnits: units.length > 0 });
  const isLeft = (/** @type {readonly Choice[]} */ chosen, /** @type {string} */ file) =>
    !chosen.some((choice) => choice.file === file);
  const candidates = new Set([...unitReasons.keys(), ...[...everything.keys()].filter((file) => existing.has(file))]);
  return {
    units,
    specs: specs.chosen,
    leftOut: {
      units: [...candidates].filter((file) => isUnitTest(file) && isLeft(units, file)).length,
      specs: specs.candidates.filter((file) => isLeft(specs.chosen, file)).length,
    },
  };
}

/** @param {string} from @param {number} distance */
const describeWay = (from, distance) =>
  distance === 0 ? 'changed' : `${distance === 1 ? 'reads' : `${distance} imports from`} ${from}`;

/** @param {string} file @returns {string[]} */
const readersOf = (file) => readAtRunTime.flatMap((row) => (row.files.test(file) ? row.readBy : []));

/**
 * Tests of the feature or the report that a file belongs to: many of them start the whole product and reach the file by
 * HTTP, not by an import. Elsewhere, those of its folder; for what is no code, of the next folder that has some.
 * @param {string} file
 * @param {readonly string[]} files
 * @returns {[test: string, { reason: string, distance: number }][]} nearer than two imports, those of near folders first
 */
function testsBeside(file, files) {
  const owner = /^(?:(?:server|dashboard)\/src\/features|server\/src\/analytics\/reports)\/[^/]+(?=\/)/.exec(file)?.[0];
  for (let folder = owner ?? posix.dirname(file); /\/src\/|^scripts\/./.test(folder); folder = posix.dirname(folder)) {
    const isDeep = owner !== undefined || !isCode(file);
    const tests = files.filter(
      (other) => isUnitTest(other) && (isDeep ? other.startsWith(`${folder}/`) : posix.dirname(other) === folder),
    );
    if (tests.length > 0 || isCode(file)) {
      const steps = (/** @type {string} */ test) => posix.relative(posix.dirname(file), test).split('/').length;
      return tests.map((test) => [test, { reason: `beside ${file}`, distance: 1.5 + steps(test) / 100 }]);
    }
  }
  return [];
}

/** @param {ReadonlyMap<string, { reason: string, distance: number }>} reasons @returns {Choice[]} */
function chooseUnits(reasons) {
  const nearestFirst = [...reasons].sort(
    ([one, first], [other, second]) => first.distance - second.distance || one.localeCompare(other),
  );
  let stores = 0;
  return nearestFirst.flatMap(([file, { reason, distance }]) => {
    const isSlow = slowTests.test(file);
    if (isSlow && distance >= 2) return [];
    const weight = isSlow ? 5 : Number(file.startsWith('server/'));
    if (distance > 0 && stores + weight > limits.stores) return [];
    stores += weight;
    return [{ file, reason }];
  });
}

/**
 * @param {{ changedFiles: readonly string[], files: readonly string[], read: (file: string) => string,
 *   reachedSpecs: ReadonlyMap<string, { from: string, distance: number }>, hasUnits: boolean }} change
 * @returns {{ chosen: Choice[], candidates: string[] }}
 */
function chooseSpecs({ changedFiles, files, read, reachedSpecs, hasUnits }) {
  const specs = files.filter(isSpec);
  const patterns = addressPatterns(files, read);
  /** @type {Map<string, { reason: string, rank: number }>} */
  const reasons = new Map();
  const add = (/** @type {string} */ file, /** @type {string} */ reason, /** @type {number} */ rank) => {
    if ((reasons.get(file)?.rank ?? -1) < rank) reasons.set(file, { reason, rank });
  };
  for (const spec of specs) {
    const way = reachedSpecs.get(spec);
    if (way) add(spec, describeWay(way.from, way.distance), way.distance === 0 ? 3 : 1 / way.distance);
  }
  for (const file of changedFiles.filter((changed) => isProduct(changed) || isGround(changed))) {
    const named = journeys.flatMap((row) => (row.files.test(file) ? row.specs : []));
    for (const spec of named) add(spec, `journey of ${file}`, 2);
    const area = areaOf(file);
    const ranked = area === undefined ? [] : rankSpecs(area, specs, read, patterns);
    for (const { spec, rank } of ranked) add(spec, `visits ${area}`, rank);
    if (named.length + ranked.length === 0) for (const spec of smokeSpecs) add(spec, `smoke test for ${file}`, 0.5);
  }
  const untestedFile = changedFiles.find(isCode);
  if (untestedFile !== undefined && reasons.size === 0 && !hasUnits)
    for (const spec of smokeSpecs) add(spec, `smoke test for ${untestedFile}`, 0.5);
  const isSmoke = (/** @type {string} */ spec) => Number(smokeSpecs.includes(spec));
  const candidates = [...reasons]
    .sort(
      ([one, first], [other, second]) =>
        second.rank - first.rank || isSmoke(other) - isSmoke(one) || one.localeCompare(other),
    )
    .filter(([spec]) => {
      const folder = longFolder.exec(spec)?.[0];
      return folder === undefined || changedFiles.some((file) => file.startsWith(folder));
    });
  const chosen = candidates.filter(([, { rank }], index) => rank === 3 || index < limits.specs);
  return {
    chosen: chosen.map(([file, { reason }]) => ({ file, reason })),
    candidates: candidates.map(([file]) => file),
  };
}
