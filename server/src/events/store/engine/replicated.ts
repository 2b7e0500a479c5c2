/**
 * Additions for replicas that one server does not need (docs/decisions/0024): engines that replicate, DDL for all of
 * them, and settings for three kinds of statement. Without a cluster nothing is added.
 */

/** A statement of the schema, for one server or for all replicas of a cluster. Tables get the server's default path. */
export function renderSchema(statement: string, cluster: string | undefined): string {
  if (cluster === undefined) return statement;
  return statement
    .replace(
      /^(?:CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS|ALTER TABLE) \w+/,
      (head) => `${head} ON CLUSTER '${cluster}'`,
    )
    .replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1');
}

/**
 * `load`: rows of the spool, which are sent again after a lost answer. `rewrite`: everything else that is written, often
 * a second time on purpose. `read`: questions, which expect what was written before.
 */
export type StatementKind = 'load' | 'rewrite' | 'read';

/** Reads that are behind the writes are refused and repeated elsewhere; parallel quorums would not allow them. */
const consistent = { select_sequential_consistency: 1 } as const;
const quorum = { insert_quorum: 'auto', insert_quorum_parallel: 0, ...consistent } as const;

/**
 * Replicas drop an insert whose block equals an earlier one, also one that was deleted since: a roll-up made again would
 * stay empty. Only rows of the spool may be dropped so, by a token that names their content.
 */
export function replicaSettings(
  cluster: string | undefined,
  kind: StatementKind,
  token = '',
): Record<string, string | number> {
  if (cluster === undefined) return {};
  if (kind === 'read') return consistent;
  if (kind === 'rewrite') return { ...quorum, insert_deduplicate: 0 };
  return {
    ...quorum,
    insert_deduplicate: 1,
    insert_deduplication_token: token,
    // The rows reach their tables through views.
    deduplicate_blocks_in_dependent_materialized_views: 1,
  };
}
