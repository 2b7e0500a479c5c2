import type { Readable } from 'node:stream';

/** A question to the engine. Values travel as bound `{name:Type}` parameters only, never inside the text. */
export interface Statement {
  sql: string;
  params?: Record<string, Parameter>;
  /** Bot whose events it reads: with several servers, the one that has them answers. None: it reads no events. */
  bot?: string;
  /** The server whose roll-up it reads; another one may have the bot's events by now. */
  server?: string | undefined;
  /** A word for the engine's process list (`log_comment`), so that an operator sees what runs. */
  tag?: string;
  /** The engine gives up after this many seconds (default 30): QueryTooHeavy, or Overloaded if it waited for a processor. */
  timeoutSeconds?: number;
  /** Statements of a later rank pause while one of an earlier rank runs (1 is the first); none pauses for one without. */
  rank?: number;
  /** Rows acknowledged before the question are in the engine: an earlier statement of it has waited for them. */
  isCaughtUp?: boolean;
  /** Stops the statement inside the engine too. The call rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Value of a bound parameter. Integers beyond 2^53 go as `bigint`. */
export type Parameter = string | number | bigint | boolean | null | readonly (string | number | bigint | boolean)[];

/** Formats of files that the engine writes, with the words that it is asked by. */
export const fileFormats = {
  // Moments are timestamps in UTC, texts are texts; ZSTD is what every reader of the last years knows.
  parquet:
    "Parquet SETTINGS output_format_parquet_compression_method = 'zstd', output_format_parquet_string_as_string = 1",
  ndjson: "JSONEachRow SETTINGS date_time_output_format = 'iso', output_format_json_escape_forward_slashes = 0",
  csv: "CSVWithNames SETTINGS date_time_output_format = 'iso', format_csv_null_representation = ''",
} as const;
export type FileFormat = keyof typeof fileFormats;

/** A file on the disk of this process; what is there is replaced. */
export interface TargetFile {
  path: string;
  format: FileFormat;
}

/** Rows for one table, already as TabSeparated text: one line per row, columns in the given order. */
export interface Insert {
  table: string;
  columns: readonly string[];
  body: Buffer;
  /** An equal insert that the engine has taken before is this one, sent again: replicas may drop it. */
  isRepeatable?: boolean;
}

/**
 * One ClickHouse dialect for two engines: in this process (`embedded.ts`) or a server over HTTP (`server.ts`).
 * Everything thrown is an AppError (QueryTooHeavy, Overloaded, StoreUnavailable), a DataError (an insert whose rows the engine
 * refuses), the abort signal's reason, or, for a mistake in our own SQL, the engine's own error.
 */
export interface Engine {
  readonly kind: 'embedded' | 'server';
  /** The cluster whose replicas have the tables. */
  readonly cluster?: string | undefined;
  /** Rows as objects. 64-bit integers come as numbers: exact up to 2^53. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Writes the rows to a file, of which only a part is ever in memory. After a failure the file may be there in part. */
  writeFile(statement: Statement, file: TargetFile): Promise<void>;
  /** A statement without an answer, such as DDL. */
  command(sql: string, params?: Record<string, Parameter>): Promise<void>;
  /** Resolves when the rows are on disk. */
  insert(rows: Insert): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A server, from which rows can be copied to another one. */
export interface ServerEngine extends Engine {
  /** Rows as TabSeparated text, while the server sends them. */
  stream(statement: Statement): Promise<Readable>;
  /** Inserts what is being read; resolves when the rows are on disk. */
  insertStream(rows: Omit<Insert, 'body'> & { body: Readable }): Promise<void>;
}

/** Memory one statement may take, in bytes: half of a small machine at worst, never the whole of it. */
const maxMemoryPerQuery = 2_000_000_000;

export const defaultTimeoutSeconds = 30;

/** Engine settings of a statement; the same on both engines. `marker` is what `KILL QUERY` finds it by. */
export function querySettings(statement: Statement, marker: string) {
  return {
    log_comment: marker,
    // Copies share their partition key, so they share their partition.
    do_not_merge_across_partitions_select_final: 1,
    max_execution_time: statement.timeoutSeconds ?? defaultTimeoutSeconds,
    max_memory_usage: String(maxMemoryPerQuery),
    // Three heavy statements made a light one take 210 ms instead of 64; in an earlier rank it took 53.
    priority: String(statement.rank ?? 0),
    // Ranges for a set of 400,000 users take 200 ms to find, and are the whole table.
    use_index_for_in_with_subqueries_max_values: '10000',
    output_format_json_quote_64bit_integers: 0,
    // A filter of several conditions is part of every source of a statement, and lists the users to rebuild (0017).
    max_query_size: '4000000',
    // A missing average is null, not the word "nan".
    output_format_json_quote_denormals: 0,
  } as const;
}

/** `tag#number`: unlike any other running statement's. Only word characters survive, so it needs no escaping. */
export function buildMarker(tag: string | undefined, uniqueId: string): string {
  return `${(tag ?? 'query').replace(/[^\w.:/-]/g, '')}#${uniqueId}`;
}
