import { dashboardRules } from './scripts/checks/dashboard-layers.mjs';

/**
 * The arrow: imports point one way, from the bottom of this list to its top. See docs/architecture.md for the picture.
 *
 * Folders of one line do not import each other. A feature may import another feature's public file
 * (features/<name>/<name>.ts).
 */
const layers = [
  ['simulation'],
  [
    'platform/json',
    'platform/fairness',
    'platform/data-dir',
    'platform/instance',
    'platform/journal',
    'platform/outgoing',
  ],
  ['platform/metadata'],
  ['platform/bus', 'platform/channel', 'platform/claims'],
  ['platform/outbox', 'platform/user-jobs'],
  ['platform/mail'],
  ['platform/http', 'platform/jobs'],
  ['telegram'],
  ['ingest/(?:hits|leases|polling|proxy|push|relay)', 'events/normalize', 'events/(?:store|rollups)'],
  ['ingest/recording', 'events/consumers'],
  ['analytics/query'],
  ['analytics/reports'],
  ['analytics/users'],
  ['analytics/report-routes.ts'],
  ['features'],
  ['roles'],
];
const folders = layers.flat();
/** They start processes, so they alone read the configuration; what is below gets plain values from the manifests. */
const starters = ['roles'];

/** Tests walk the real path, so they may reach for anything; so may their helpers (test-*.ts) and scenarios (*-scenario.ts). */
const tests = ['\\.test\\.tsx?$', '/test-[^/]+\\.ts$', '-scenario\\.ts$', '/fixtures/'];
/** The manifests of the features and the list of them: what they need, create and hand on. */
const manifests = ['^server/src/features/[^/]+/feature\\.ts$', '^server/src/features/[^/]+\\.ts$'];

/** The operator's commands start a process of their own. */
const operator = '^server/src/features/admin/';

/** Counting by plain loops, and the random worlds that are counted. */
const secondCount = '^testkit/src/(?:oracle|worlds)/';

/** One rule per folder: nothing above it, and no neighbour in its layer (features have a rule of their own). */
const arrow = layers.flatMap((names, index) =>
  names.map((folder) => {
    const above = layers.slice(index + 1).flat();
    const beside = names.filter((name) => name !== folder);
    const forbidden = [...above, ...beside].map((name) => (name.endsWith('.ts') ? name : `${name}/`));
    return {
      name: `${folder}-imports-against-the-arrow`,
      severity: 'error',
      from: { path: `^server/src/${folder}`, pathNot: [...tests, operator] },
      to: {
        path: `^server/src/(?:${[...forbidden, 'main\\.ts$', ...(starters.includes(folder) ? [] : ['platform/config\\.ts$'])].join('|')})`,
      },
    };
  }),
);

export default {
  forbidden: [
    ...arrow,
    ...dashboardRules,
    {
      name: 'unknown-folder',
      comment: 'A new folder of the server gets its place in the layers above.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: `^server/src/(?:${folders.join('|')}|platform/[^/]+\\.ts)` },
      to: {},
    },
    {
      name: 'feature-insides',
      comment: 'Features use the public file of each other; only the list names their manifests.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: [...tests, operator] },
      to: {
        path: '^server/src/features/',
        pathNot: [
          '^server/src/features/$1/',
          '^server/src/features/([^/]+)/\\1\\.ts$',
          '^server/src/features/feature\\.ts$',
        ],
      },
    },
    {
      name: 'http-only-in-routes',
      comment: 'Services know no HTTP; a feature has it in its *-routes.ts.',
      severity: 'error',
      from: {
        path: '^server/src/features/',
        pathNot: [...tests, 'routes\\.ts$', 'access/gate\\.ts$', ...manifests, operator],
      },
      to: { path: '^server/src/platform/http/' },
    },
    {
      name: 'engine-insides',
      comment: 'Which engine runs is known to the store that opens it.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/(?:events/(?:store|rollups)|platform/metadata)/', ...tests],
      },
      to: { path: '^server/src/(?:events/store|platform/metadata)/engine/' },
    },
    {
      name: 'rollups-are-read-only-for-reports',
      comment: 'Reports read rollups; filling and resetting them belongs to the event store.',
      severity: 'error',
      from: { path: '^server/src/(?:analytics|features)/', pathNot: tests },
      to: { path: '^server/src/events/rollups/write/' },
    },
    {
      name: 'contract-imports-nothing',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(?:server|dashboard|tracker|testkit|e2e|bench|scripts)/' },
    },
    {
      name: 'dashboard-imports-contract-only',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: tests },
      to: { path: '^(?:server|testkit|e2e|bench|scripts)/' },
    },
    {
      name: 'tracker-imports-contract-only',
      comment: 'Types alone: what it imports else goes into pages of others.',
      severity: 'error',
      from: { path: '^tracker/src/', pathNot: tests },
      to: { path: ['^(?:server|dashboard|testkit|e2e|bench|scripts)/', 'node_modules'] },
    },
    {
      name: 'testkit-imports-contract-and-simulation-only',
      severity: 'error',
      from: { path: '^testkit/' },
      to: { path: '^(?:server|dashboard|e2e|bench|scripts)/', pathNot: '^server/src/simulation/' },
    },
    {
      name: 'oracle-reads-nothing-that-the-product-reads',
      comment:
        'The second implementation of docs/metrics.md, and the worlds that it is compared in, have no helper in common with the product. Of the contract they may name types (scripts/checks/arrow.mjs).',
      severity: 'error',
      from: { path: secondCount },
      to: { pathNot: [secondCount, '^contract/'] },
    },
    {
      name: 'worlds-are-for-the-oracle-alone',
      comment: 'Nor does the demo, or anything else of the product, read what only the comparison may read.',
      severity: 'error',
      from: { path: '^(?:server|dashboard|contract|testkit)/', pathNot: [secondCount, ...tests] },
      to: { path: secondCount },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^(?:server|dashboard|contract)/', pathNot: tests },
      to: { path: '^testkit/' },
    },
    {
      name: 'simulation-is-for-the-demo',
      comment: 'Users who do not exist write to the demo bot, and to bots of tests.',
      severity: 'error',
      from: {
        path: '^(?:server|dashboard|contract)/',
        pathNot: ['^server/src/(?:features/(?:campaigns/)?demo|simulation)/', ...tests],
      },
      to: { path: '^server/src/simulation/' },
    },
    {
      name: 'product-imports-tests',
      severity: 'error',
      from: { path: '^(?:contract|server|dashboard|testkit)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'product-imports-tools',
      severity: 'error',
      from: { path: '^(?:contract|server|dashboard|testkit)/', pathNot: tests },
      to: { path: '^(?:e2e|bench|scripts)/' },
    },
    {
      name: 'one-date-library',
      comment: 'date-fns. The calendar of Mantine brings dayjs, of which we load the locales alone.',
      severity: 'error',
      from: { path: '^(?:contract|server|dashboard|testkit|e2e|bench)/' },
      to: { path: 'node_modules/dayjs/', pathNot: 'node_modules/dayjs/locale/' },
    },
    {
      name: 'date-fns-by-function',
      comment:
        'Import date-fns/addDays, not date-fns: for each of its 300 files Node parses the 140 kB of its package.json, half of the time that a start took.',
      severity: 'error',
      from: { path: '^(?:contract|server|dashboard|testkit|e2e|bench)/' },
      to: { path: 'node_modules/date-fns/index\\.' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // TypeScript 7 has no parser for other tools yet; swc reads the same syntax, type-only imports included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
