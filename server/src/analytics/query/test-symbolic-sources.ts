import type { BucketSql } from './bucket-sql.ts';
import type { Scope, ScopedStatement, Sources } from './scope.ts';

/** Sources by their names: what a statement says itself, without what it reads. */
export const symbolicSources: Sources = {
  actions: '<actions>',
  actionsWith: (content) => `<actions with ${content}>`,
  actionsDuring: (start, end) => `<actions from ${start} to ${end}>`,
  activity: '<activity>',
  activityDuring: (start, end) => `<activity from ${start} to ${end}>`,
  sessions: '<sessions>',
  appSessions: (value) => `<app sessions by ${value}>`,
  siteSessions: (condition, value) => `<site sessions${value === undefined ? '' : ` by ${value}`} where ${condition}>`,
  hasSeveralWebsites: '<several websites>',
  membershipChanges: '<membership changes>',
  churnEvents: '<churn events>',
  launches: '<launches>',
  launchesWithValue: () => '<launches with their value>',
  events: '<events>',
  eventsWith: (content) => `<events with ${content}>`,
  eventsOfNobody: (content) => `<events of nobody with ${content}>`,
  payments: '<payments>',
  users: '<users>',
  allUsers: '<all users>',
  attributedUsers: () => '<users and their values>',
  sourcedUsers: () => '<users who have a value>',
  attributedConversions: (_, conversions) => `<values of ${conversions}>`,
  attributedRows: (_, rows) => `<values of ${rows}>`,
};

export const symbolicBucket: BucketSql = { of: (seconds) => `bucket(${seconds})`, params: {} };

/** A scope whose statements are written of symbolic sources. */
export function symbolicScope(start: number, end: number): Scope {
  return {
    bot: '0123456789abc',
    start,
    end,
    within: symbolicScope,
    statement: (write) => ({ sql: write(symbolicSources), params: {} }) as unknown as ScopedStatement,
  };
}
