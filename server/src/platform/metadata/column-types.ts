import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

/** A Date, which may be written as text, too. */
export type Time = ColumnType<Date, Date | string, Date | string>;
/** Written as `YYYY-MM-DD`; read it as text, for a driver's Date has a zone. */
export type Day = ColumnType<Date | string, string, string>;
/** Read as a value, written as JSON text: the two drivers disagree on what a plain array becomes. */
export type Json<T> = ColumnType<T, string, string>;

/** A column that an insert may leave out. */
export type Default<Column> = ColumnType<SelectType<Column>, InsertType<Column> | undefined, UpdateType<Column>>;
export type Nullable<Column> = ColumnType<
  SelectType<Column> | null,
  InsertType<Column> | null | undefined,
  UpdateType<Column> | null
>;
