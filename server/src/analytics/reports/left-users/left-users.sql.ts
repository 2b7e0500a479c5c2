import type { Sources } from '../../query/scope.ts';
import { changesOfPeopleSql } from '../comings-and-goings.sql.ts';

export const leftPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${changesOfPeopleSql(from.stepsOfLeavers)}
  )
  WHERE notEmpty(leaving)`;
