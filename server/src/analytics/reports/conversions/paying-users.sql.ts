import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from './conversions.sql.ts';

/** Users with a conversion within the period that is worth something; one that was refunded later counts. */
export const payingUsersSql = (from: Sources, conversions: ConversionsSql): string => `
  SELECT user_id FROM ${conversions.sql(from)} WHERE currency != '' AND amount > 0 AND NOT is_refund`;
