import type { Sources } from '../../query/scope.ts';

export const leftPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM ${from.churnEvents}
  WHERE notEmpty(leaving)`;
