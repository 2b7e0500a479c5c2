import type { Sources } from '../../query/scope.ts';
import { changesOfPeopleSql } from '../comings-and-goings.sql.ts';

export const returnedPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${changesOfPeopleSql(from.stepsOfAway)}
  )
  WHERE notEmpty(returning)`;
