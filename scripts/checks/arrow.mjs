import { rootPath } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const folders = ['contract', 'server', 'dashboard', 'tracker', 'testkit', 'e2e', 'bench'];

/**
 * Imports point one way (see docs/architecture.md; the rules are in .dependency-cruiser.mjs).
 * @returns {Promise<Verdict>}
 */
export async function arrow() {
  const files = (await sourceFiles()).filter((file) => folders.includes(file.split('/')[0] ?? '') && isModule(file));
  const { code, stdout, output } = await capture('depcruise', [
    ...files,
    '--config',
    rootPath('.dependency-cruiser.mjs'),
    '--output-type',
    'json',
  ]);
  if (stdout.trim() === '') return { problems: [output || `dependency-cruiser ended with exit code ${code}`] };
  const { summary, modules } = JSON.parse(stdout);
  const problems = [
    ...summary.violations.filter(isFailure).map(describe),
    ...files.flatMap((file) => valueImports(file, readSource(file))),
  ];
  return { problems, summary: `${modules.length} modules` };
}

/** @param {string} file @returns {boolean} */
function isModule(file) {
  return /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts');
}

/** @param {{ rule: { severity: string } }} violation @returns {boolean} */
function isFailure(violation) {
  return violation.rule.severity === 'error';
}

/**
 * @param {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} violation
 * @returns {string}
 */
function describe({ rule, from, to, cycle }) {
  return `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(' → ') : to}`;
}

/**
 * Modules whose types every module may import, but whose values only some may use; the cruiser does not distinguish them.
 * @type {readonly { module: RegExp, allowed: RegExp }[]}
 */
const typeOnly = [
  // A feature's routes name the type of the edge; the edge itself is made in roles.
  { module: /http\/http\.ts$/, allowed: /^server\/src\/(?:platform\/http|roles)\// },
  // Only what starts a process opens a store and so knows which engine runs.
  {
    module: /(?:events\/store\/event-store|metadata\/open-metadata)\.ts$/,
    allowed:
      /^server\/src\/(?:main\.ts|platform\/platform\.ts|features\/event-store\/(?:feature|open-configured-store)\.ts|(?:roles|features\/admin|events\/store|platform\/metadata)\/)/,
  },
];

/** The second count shares no function with the product: of the contract it imports types alone. */
const secondCount = /^testkit\/src\/(?:oracle|worlds)\//;
const contract = /^@botscope\/contract|\/contract\//;

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function valueImports(file, source) {
  const isServer = file.startsWith('server/src/') && !isTest(file);
  if (!isServer && !secondCount.test(file)) return [];
  const mayNameTypes = (/** @type {string} */ module) =>
    isServer ? typeOnly.some((rule) => rule.module.test(module) && !rule.allowed.test(file)) : contract.test(module);
  return [...source.matchAll(/^(?:import|export)\s+([^;]*?)\s*from\s+'([^']+)'/gm)].flatMap(
    ([, names = '', module = '']) =>
      mayNameTypes(module) && !isTypeOnly(names)
        ? [`types-only: ${file} imports a value from ${module}; only types of it may be used here`]
        : [],
  );
}

/** @param {string} names what stands between `import` and `from` */
function isTypeOnly(names) {
  if (/^type\b/.test(names)) return true;
  const inBraces = /^\{([^}]*)\}$/.exec(names)?.[1];
  return (inBraces ?? 'x').split(',').every((name) => name.trim() === '' || /^type\s/.test(name.trim()));
}
