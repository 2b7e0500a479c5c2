import type { ColumnType } from 'kysely';

/** Read as a value, written as JSON text: the two drivers disagree on what a plain array becomes. */
export type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** JSON column that is never null and has a default; otherwise like `Json`. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
export type GeneratedBigint = ColumnType<number | string, number | undefined, number>;
export type Identity = ColumnType<number | string, never, never>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
