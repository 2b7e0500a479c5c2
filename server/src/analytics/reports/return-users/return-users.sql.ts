import type { Sources } from '../../query/scope.ts';

export const returnedPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM ${from.membershipChanges}
  WHERE notEmpty(returning)`;
