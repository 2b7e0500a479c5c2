// Tables of the reach of a change that no import shows (`npm test -- --changed`). A pattern that matches no file of the
// project, and a file that does not exist, fail select-tests.test.ts.

/**
 * Modules that read files under names that they put together.
 * @type {readonly { files: RegExp, readBy: readonly string[] }[]}
 */
export const readAtRunTime = [
  // The statements of every report are compared with its *.golden.sql.
  {
    files: /^server\/src\/analytics\/reports\/.+(?:\.golden\.sql|\.sql\.ts)$/,
    readBy: ['server/src/analytics/reports/statements.test.ts'],
  },
  { files: /^server\/src\/platform\/config\.ts$/, readBy: ['server/src/platform/config.docs.test.ts'] },
  { files: /^docs\/guide\/[^/]+\/self-hosting\.md$/, readBy: ['server/src/platform/config.docs.test.ts'] },
  {
    files: /^(?:README\.md|docs\/guide\/.+\.md)$/,
    readBy: ['dashboard/src/features/connections/samples/guide-pages.test.ts'],
  },
  { files: /^tracker\/frozen\//, readBy: ['tracker/src/frozen.test.ts'] },
];

/**
 * Lists of everything: behind each stands the whole product.
 * @type {readonly string[]}
 */
export const lists = [
  'contract/src/index.ts',
  'server/src/features/features.ts',
  'server/src/analytics/reports/catalogue.ts',
  'dashboard/src/app/features.ts',
  'dashboard/src/app/routes.ts',
];

/**
 * Journeys of what has no page.
 * @type {readonly { files: RegExp, specs: readonly string[] }[]}
 */
export const journeys = [
  { files: /^server\/src\/ingest\/(?:relay|proxy|polling|leases)\//, specs: ['e2e/real/ways.spec.ts'] },
  { files: /^server\/src\/features\/(?:traffic|leases|connections)\//, specs: ['e2e/real/ways.spec.ts'] },
  { files: /^server\/src\/(?:ingest\/hits|features\/tracker-scripts)\//, specs: ['e2e/site-to-payment.spec.ts'] },
  { files: /^tracker\/(?:src|packages)\//, specs: ['e2e/tracker/scripts.spec.ts'] },
  { files: /^server\/src\/features\/(?:unsubscribes|mailing-exclusions)\//, specs: ['e2e/mailing-settings.spec.ts'] },
  { files: /^server\/src\/features\/email-marketing\//, specs: ['e2e/outside-services.spec.ts'] },
];

/** Journeys for a change of which nothing is known: an account, a bot with its first update, the reports of the demo. */
export const smokeSpecs = ['e2e/sign-up.spec.ts', 'e2e/bots.spec.ts', 'e2e/demo.spec.ts'];

/** Tests that take a minute and more where others take seconds. */
export const slowTests =
  /\/reports\/(?:worlds\/|[^/]*(?:oracle|asking|properties|statements))|\/rollups\/|killed|crash|durability|demo\.test|bot-moves|matrix|data-directory|checks\/recipes/;
