import type { Sources } from '../../query/scope.ts';
import { changesOfPeopleSql } from '../churn.sql.ts';

export const leftPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${changesOfPeopleSql(from.churnEvents)}
  )
  WHERE notEmpty(leaving)`;
