import type * as z from 'zod/v4/core';
import type { Access } from './permissions.ts';
import type { TariffDemand } from './tariffs.ts';

/** One call of the dashboard's API, written once and used by the server, the browser and the documentation. */
export interface Endpoint<
  Params extends z.$ZodType = z.$ZodType,
  Query extends z.$ZodType = z.$ZodType,
  Body extends z.$ZodType = z.$ZodType,
  Data extends z.$ZodType = z.$ZodType,
> extends TariffDemand {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api`, with `{name}` for parameters. */
  path: string;
  access: Access;
  /** Answered out of the event store: such calls wait for their asker's turn in a queue of their own. */
  heavy?: true;
  /** Encoding of the body; JSON unless given. The server accepts both everywhere. */
  encoding?: 'form';
  params?: Params;
  query?: Query;
  body?: Body;
  data: Data;
}

/** Keeps the literal types of an endpoint's schemas. */
export function endpoint<
  Params extends z.$ZodType,
  Query extends z.$ZodType,
  Body extends z.$ZodType,
  Data extends z.$ZodType,
>(definition: Endpoint<Params, Query, Body, Data>): Endpoint<Params, Query, Body, Data> {
  return definition;
}

export type InputOf<S> = S extends z.$ZodType ? z.input<S> : never;
export type OutputOf<S> = S extends z.$ZodType ? z.output<S> : never;
