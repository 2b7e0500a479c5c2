import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql, everLeftSql } from '../comings-and-goings.sql.ts';

export const returnedPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${comingsAndGoingsSql(from, everLeftSql(from))}
  )
  WHERE notEmpty(returning)`;
