import type { Sources } from '../../query/scope.ts';
import { changesOfPeopleSql } from '../churn.sql.ts';

export const returnedPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${changesOfPeopleSql(from.membershipChanges)}
  )
  WHERE notEmpty(returning)`;
