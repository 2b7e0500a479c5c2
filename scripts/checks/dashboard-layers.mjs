/**
 * The layers of the dashboard, from the bottom to the top, and what its features may import of each other. Read by
 * .dependency-cruiser.mjs; the picture is in docs/architecture.md.
 */
const layers = ['platform', 'ui', 'charts', 'analytics', 'features', 'app'];
const tests = ['\\.test\\.tsx?$', '\\.fixture\\.ts$', '/fixtures/'];
const source = '^dashboard/src/';

const arrow = layers.slice(0, -1).map((layer, index) => ({
  name: `dashboard-${layer}-imports-against-the-arrow`,
  severity: 'error',
  from: { path: `${source}${layer}/`, pathNot: tests },
  to: { path: `${source}(?:${layers.slice(index + 1).join('|')})/` },
}));

export const dashboardRules = [
  ...arrow,
  {
    name: 'dashboard-unknown-folder',
    comment: 'Every file of the dashboard stands in a layer.',
    severity: 'error',
    from: { path: source, pathNot: `${source}(?:${layers.join('|')})/` },
    to: {},
  },
  {
    name: 'dashboard-feature-insides',
    comment: 'A feature reaches another one by its public folder. The list of features is in app.',
    severity: 'error',
    from: { path: `${source}features/([^/]+)/`, pathNot: tests },
    to: {
      path: `${source}features/[^/]+/`,
      pathNot: [`${source}features/$1/`, `${source}features/[^/]+/public/`],
    },
  },
];
