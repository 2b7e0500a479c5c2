/**
 * The arrow: imports point one way, from the bottom of this list to its top. See docs/architecture.md for the picture.
 *
 * Folders of one line do not know each other, except that a slice may use another slice's public file (<slice>/<slice>.ts).
 */
const layers = [
  ['outgoing', 'journal', 'data-dir', 'fairness'],
  ['telegram'],
  ['ingest', 'normalize', 'events', 'metadata', 'mail'],
  ['query'],
  ['reports'],
  [
    'accounts',
    'access',
    'annotations',
    'live-activity',
    'audit',
    'bots',
    'bot-errors',
    'bot-profile',
    'bot-settings',
    'connections',
    'hidden-commands',
    'inbox',
    'news',
    'people',
    'demo',
    'shares',
    'site',
    'targets',
    'telegram-login',
    'uploads',
    'utm-links',
  ],
  ['http', 'jobs'],
  ['admin'],
  ['roles'],
];
const folders = layers.flat();
/** Where the slices stand in the list above. */
const sliceLayer = 5;
const slices = layers[sliceLayer].join('|');
/** They start processes, so they alone read the configuration; all below get plain values. */
const starters = ['admin', 'roles'];

/** Tests walk the real path, so they may reach for anything; so may their helpers (test-*.ts) and stories (*-story.ts). */
const tests = ['\\.test\\.tsx?$', '/test-[^/]+\\.ts$', '-story\\.ts$', '/fixtures/'];
/** Names the types of the edge, for routes. */
const httpTypes = '^server/src/http/http\\.ts$';

/** Counting by plain loops, and the random worlds that are counted. */
const secondCount = '^testkit/src/(?:oracle|worlds)/';

/** One rule per folder: nothing above it, and no neighbour in its layer (slices have a rule of their own). */
const arrow = layers.flatMap((names, index) =>
  names.map((folder) => {
    const isSlice = index === sliceLayer;
    const above = layers.slice(index + 1).flat();
    const beside = isSlice ? [] : names.filter((name) => name !== folder);
    const forbidden = [...[...above, ...beside].map((name) => `${name}/`), 'main\\.ts$'];
    return {
      name: `${folder}-imports-against-the-arrow`,
      severity: 'error',
      from: { path: `^server/src/${folder}/`, pathNot: tests },
      to: {
        path: `^server/src/(?:${[...forbidden, ...(starters.includes(folder) ? [] : ['config\\.ts$'])].join('|')})`,
        ...(isSlice ? { pathNot: httpTypes } : {}),
      },
    };
  }),
);

export default {
  forbidden: [
    ...arrow,
    {
      name: 'unknown-folder',
      comment: 'A new folder of the server gets its place in the layers above.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: `^server/src/(?:${folders.join('|')})/` },
      to: {},
    },
    {
      name: 'slice-insides',
      comment: 'Slices meet through one public file each.',
      severity: 'error',
      from: { path: `^server/src/(${slices})/`, pathNot: tests },
      to: {
        path: `^server/src/(?:${slices})/`,
        pathNot: ['^server/src/$1/', '^server/src/([^/]+)/\\1\\.ts$', '^server/src/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'http-only-in-routes',
      comment: 'Below the edge nobody speaks HTTP; a slice does it in its *-routes.ts and names only the type.',
      severity: 'error',
      from: { path: `^server/src/(?:${slices})/`, pathNot: [...tests, 'routes\\.ts$'] },
      to: { path: httpTypes },
    },
    {
      name: 'engine-insides',
      comment: 'Which engine runs is known to the store that opens it.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(?:events|metadata)/', ...tests] },
      to: { path: '^server/src/(?:events|metadata)/engine/' },
    },
    {
      name: 'contract-imports-nothing',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(?:server|dashboard|testkit|e2e|bench|scripts)/' },
    },
    {
      name: 'dashboard-imports-contract-only',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: tests },
      to: { path: '^(?:server|testkit|e2e|bench|scripts)/' },
    },
    {
      name: 'testkit-imports-contract-only',
      severity: 'error',
      from: { path: '^testkit/' },
      to: { path: '^(?:server|dashboard|e2e|bench|scripts)/' },
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
      name: 'testkit-is-for-tests-and-the-demo',
      severity: 'error',
      from: { path: '^(?:server|dashboard|contract)/', pathNot: ['^server/src/demo/', ...tests] },
      to: { path: '^testkit/' },
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
