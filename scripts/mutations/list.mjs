/**
 * @typedef {object} Mutation
 * @property {string} name what is broken
 * @property {string} where the folder of the file; the text must be in exactly one file below it
 * @property {string} find its first occurrence is replaced
 * @property {string} replace
 * @property {string[]} tests parts of paths of the test files that must notice
 */

const reports = 'server/src/analytics/reports';
const access = 'server/src/features/access';

/** Lines whose loss would be a wrong number, an open door or a lost update. @type {readonly Mutation[]} */
export const mutations = [
  // Statements of reports
  {
    name: 'visitors: visits are counted instead of users',
    where: `${reports}/user-counts`,
    find: 'uniqExact(user_id)',
    replace: 'count()',
    tests: ['reports/user-counts/visitors'],
  },
  {
    name: 'new users: no total over the period',
    where: `${reports}/user-counts`,
    find: "AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')\nGROUP BY bucket WITH ROLLUP",
    replace: "AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')\nGROUP BY bucket",
    tests: ['reports/user-counts/new-users'],
  },
  {
    name: 'new users: those after the period count too',
    where: `${reports}/user-counts`,
    find: "AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
    replace: '',
    tests: ['reports/user-counts/new-users'],
  },
  {
    name: 'retention: the first period is the second',
    where: `${reports}/retention`,
    find: '- cohort AS step',
    replace: '- cohort + 1 AS step',
    tests: ['reports/retention/'],
  },
  {
    name: 'retention: the list of a cell is of the next one',
    where: `${reports}/retention`,
    find: 'cohort + {step:UInt16}',
    replace: 'cohort + {step:UInt16} + 1',
    tests: ['reports/retention/', 'reports/users.test.ts', 'reports/asking.property.test.ts'],
  },
  {
    name: 'active users: the month has 31 days',
    where: `${reports}/active-users`,
    find: '(after - day >= 30)',
    replace: '(after - day >= 31)',
    tests: ['reports/active-users/'],
  },
  {
    name: 'active users: the week has 8 days',
    where: `${reports}/active-users`,
    find: '(day - before >= 7)',
    replace: '(day - before >= 8)',
    tests: ['reports/active-users/'],
  },
  {
    name: 'income: one currency is lost',
    where: `${reports}/sum-income`,
    find: "WHERE currency != ''",
    replace: "WHERE currency NOT IN ('', 'XTR')",
    tests: ['reports/sum-income/'],
  },
  {
    name: 'left users: the list is of those who stayed',
    where: `${reports}/user-counts`,
    find: 'notEmpty(leaving)',
    replace: 'empty(leaving)',
    tests: ['reports/user-counts/left-users', 'reports/users.test.ts', 'reports/asking.property.test.ts'],
  },
  {
    name: 'attribution: the last launch is the first',
    where: 'server/src/analytics/query',
    find: 'argMax(toString(',
    replace: 'argMin(toString(',
    tests: ['reports/launch-values/', 'reports/utm-summary/'],
  },
  // Access
  {
    name: 'access: every account owns every bot',
    where: access,
    find: 'account !== null && bot.account_key === account.key',
    replace: 'account !== null',
    tests: ['features/access/access.test.ts', 'features/access/matrix.test.ts'],
  },
  {
    name: 'access: a bot of others is refused instead of unknown',
    where: access,
    find: "'AccessDenied' : 'NotFound'",
    replace: "'AccessDenied' : 'AccessDenied'",
    tests: ['features/access/access.test.ts', 'features/access/matrix.test.ts'],
  },
  {
    name: 'invitations: one use too many',
    where: access,
    find: 'row.uses >= row.max_uses',
    replace: 'row.uses > row.max_uses',
    tests: ['features/access/accept-invitation.test.ts', 'features/access/invitation'],
  },
  {
    name: 'invitations: they never expire',
    where: access,
    find: 'new Date(row.expires_at) <= now',
    replace: 'new Date(row.expires_at) < new Date(0)',
    tests: ['features/access/accept-invitation.test.ts', 'features/access/invitation'],
  },
  {
    name: 'grants: one that lapsed still opens',
    where: access,
    find: "eb('expires_at', '>', new Date())",
    replace: "eb('expires_at', '>', new Date(0))",
    tests: ['features/access/'],
  },
  {
    name: 'requests from a neighbor on the same domain pass',
    where: 'server/src/platform/http',
    find: "site !== 'same-origin' && site !== 'none'",
    replace: "site === 'cross-site'",
    tests: ['platform/http/csrf.test.ts'],
  },
  // Ingest
  {
    name: 'relay: an update overtakes one that waits',
    where: 'server/src/ingest/relay',
    find: "now.outcome === 'none' && now.canHold &&",
    replace: "now.outcome === 'none' && now.canHold && now.tries > 0 &&",
    tests: ['ingest/relay/decide.test.ts', 'ingest/relay/relay.test.ts'],
  },
  {
    name: 'webhooks: any secret of the right length passes',
    where: 'server/src/ingest/relay',
    find: ' && timingSafeEqual(one, other)',
    replace: '',
    tests: ['ingest/relay/'],
  },
  {
    name: 'relay: the pause that a bot asked for is ignored',
    where: 'server/src/ingest/relay',
    find: 'return Math.max(pause, Math.min(retryAfterMs, longestRetryAfterMs))',
    replace: 'return pause',
    tests: ['ingest/relay/retry.test.ts'],
  },
  {
    name: 'push: a body twice the limit is taken',
    where: 'server/src/ingest/push',
    find: 'if (size > maxBytes)',
    replace: 'if (size > 2 * maxBytes)',
    tests: ['ingest/push/'],
  },
  {
    name: 'normalize: the same update of two bots is one event',
    where: 'server/src/events/normalize',
    find: "{ rejected: 'TooDeep' } : { id: hashEventId(`",
    replace: "{ rejected: 'TooDeep' } : { id: hashEventId(content) || hashEventId(`",
    tests: ['events/normalize/event-id.test.ts', 'events/normalize/normalize-update.test.ts'],
  },
  {
    name: 'event consumers: a turn goes on after another process had the cursor',
    where: 'server/src/events/consumers',
    find: 'AND fence = ',
    replace: 'AND 0 < ',
    tests: ['events/consumers/cursors.test.ts'],
  },
  {
    name: 'event consumers: rows that are stored late are forgotten',
    where: 'server/src/events/consumers',
    find: 'unread - overlapMs,',
    replace: 'unread,',
    tests: ['events/consumers/plan-look.test.ts', 'events/consumers/read-events.test.ts'],
  },
];
