import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

type Value = string | number | { [key: string]: Value } | Value[];
type Fields = Record<string, Value>;

/** A portal as its users see it. */
export interface Bitrix24World {
  /** Code of the webhook of user 1. */
  code: string;
  scopes: string[];
  contacts: Fields[];
  deals: Fields[];
  leads: Fields[];
  comments: Fields[];
  stages: { ENTITY_ID: string; STATUS_ID: string }[];
  /** Errors of methods, by the method, in a batch as well. */
  failing: Record<string, { status: number; error: string; error_description: string }>;
}

/** A portal of Bitrix24 with an incoming webhook: apidocs.bitrix24.com/api-reference. */
export async function startBitrix24(
  part: Partial<Bitrix24World> = {},
): Promise<PartnerServer & { world: Bitrix24World }> {
  const world: Bitrix24World = {
    code: 'abcdef0123456789',
    scopes: ['crm', 'user'],
    contacts: [],
    deals: [],
    leads: [],
    comments: [],
    stages: [
      { ENTITY_ID: 'DEAL_STAGE', STATUS_ID: 'NEW' },
      { ENTITY_ID: 'DEAL_STAGE_3', STATUS_ID: 'C3:NEW' },
      { ENTITY_ID: 'STATUS', STATUS_ID: 'IN_PROCESS' },
    ],
    failing: {},
    ...part,
  };
  const server = await startPartner((request) => answer(world, request));
  return { ...server, world };
}

class MethodError extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

function answer(world: Bitrix24World, { method, path, headers, body }: PartnerRequest): PartnerAnswer {
  const [, user, code, name] = /^\/rest\/(\d+)\/([^/]+)\/([a-z.]+?)(?:\.json)?$/.exec(path) ?? [];
  const time = { duration: 0.1, operating: 0.1 };
  try {
    if (name === undefined) return { status: 404, body: `<p>The requested URL ${path} was not found</p>` };
    if (user !== '1' || code !== world.code)
      throw new MethodError(401, 'INVALID_CREDENTIALS', 'Invalid request credentials');
    if (method !== 'POST' || headers['content-type'] !== 'application/json')
      throw new MethodError(400, 'INVALID_REQUEST', 'JSON expected');
    const parameters = JSON.parse(body.toString()) as Fields;
    const result = name === 'batch' ? runBatch(world, parameters) : runMethod(world, name, parameters);
    return jsonAnswer(200, { result, time });
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    return jsonAnswer(error.status, { error: error.error, error_description: error.message });
  }
}

const maxCalls = 50;

/** Calls one after another; each fails by itself. Empty lists are arrays. */
function runBatch(world: Bitrix24World, { cmd }: Fields): Value {
  checkFailing(world, 'batch');
  const calls = Object.entries((cmd ?? {}) as Record<string, string>);
  if (calls.length > maxCalls) throw new MethodError(400, 'ERROR_BATCH_LENGTH_EXCEEDED', 'Max batch length exceeded');
  const results: Fields = {};
  const errors: Fields = {};
  for (const [key, call] of calls) {
    const [name = '', query = ''] = call.split(/\?(.*)/s);
    try {
      if (name === 'batch') throw new MethodError(405, 'ERROR_BATCH_METHOD_NOT_ALLOWED', 'Not allowed');
      results[key] = runMethod(world, name, parseQuery(query, results));
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      errors[key] = { error: error.error, error_description: error.message };
    }
  }
  const list = (values: Fields): Value => (Object.keys(values).length === 0 ? [] : values);
  return { result: list(results), result_error: list(errors), result_total: [], result_next: [], result_time: [] };
}

/** `fields[A][0]=x` as PHP reads it; `$result[key]` in a value is the result of an earlier call. */
function parseQuery(query: string, results: Fields): Fields {
  const parameters: Fields = {};
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [rawKey = '', rawValue = ''] = pair.split(/=(.*)/s);
    const keys = [...decodeURIComponent(rawKey).matchAll(/[^[\]]+/g)].map(([key]) => key);
    const value = decodeURIComponent(rawValue.replaceAll('+', ' ')).replace(/\$result\[([^\]]+)\]/g, (_, key: string) =>
      String(results[key] ?? ''),
    );
    let place = parameters;
    for (const key of keys.slice(0, -1)) {
      place[key] ??= {};
      place = place[key] as Fields;
    }
    place[keys.at(-1) ?? ''] = value;
  }
  return parameters;
}

function checkFailing(world: Bitrix24World, name: string): void {
  const failure = world.failing[name];
  if (failure !== undefined) throw new MethodError(failure.status, failure.error, failure.error_description);
}

const base = ['ASSIGNED_BY_ID', 'ORIGINATOR_ID', 'ORIGIN_ID', 'SOURCE_ID', 'SOURCE_DESCRIPTION', 'COMMENTS'];
const marks = ['UTM_SOURCE', 'UTM_MEDIUM', 'UTM_CAMPAIGN', 'UTM_CONTENT', 'UTM_TERM'];
const money = ['OPPORTUNITY', 'CURRENCY_ID', 'IS_MANUAL_OPPORTUNITY'];
/** Other fields are ignored, as the real one does. */
const known: Record<string, readonly string[]> = {
  contact: [...base, ...marks, 'NAME', 'LAST_NAME', 'IM'],
  deal: [...base, ...marks, ...money, 'TITLE', 'CATEGORY_ID', 'STAGE_ID', 'CONTACT_IDS'],
  lead: [...base, ...marks, ...money, 'TITLE', 'STATUS_ID', 'CONTACT_ID'],
};

function runMethod(world: Bitrix24World, name: string, parameters: Fields): Value {
  checkFailing(world, name);
  if (name === 'scope') return world.scopes;
  if (name.startsWith('crm.') && !world.scopes.includes('crm'))
    throw new MethodError(401, 'insufficient_scope', 'The request requires higher privileges than provided');
  const [, entity, verb] = /^crm\.(contact|deal|lead|timeline\.comment|status)\.(add|list)$/.exec(name) ?? [];
  if (entity === undefined) throw new MethodError(404, 'ERROR_METHOD_NOT_FOUND', 'Method not found!');
  const fields = (parameters.fields ?? {}) as Fields;
  const filter = (parameters.filter ?? {}) as Fields;
  if (entity === 'status') return world.stages.filter((stage) => matches(stage, filter));
  if (entity === 'timeline.comment')
    return verb === 'add' ? addComment(world, fields) : select(world.comments.toReversed(), filter, parameters.select);
  const list = world[`${entity}s` as 'contacts' | 'deals' | 'leads'];
  if (verb === 'list') return select(list, filter, parameters.select);
  const ID = 100 + list.length;
  const entries = Object.entries(fields).filter(([key]) => known[entity]?.includes(key));
  list.push({ ID: String(ID), ...Object.fromEntries(entries) });
  return ID;
}

function addComment(world: Bitrix24World, { ENTITY_ID, ENTITY_TYPE, COMMENT }: Fields): number {
  if (ENTITY_ID === undefined || ENTITY_TYPE === undefined || COMMENT === undefined)
    throw new MethodError(400, '100', 'Required fields not provided');
  if (COMMENT === '') throw new MethodError(400, 'INVALID_ARG_VALUE', 'Empty comment');
  if (!world.contacts.some(({ ID }) => ID === String(ENTITY_ID)))
    throw new MethodError(400, 'OWNER_NOT_FOUND', 'Owner of the element not found');
  const ID = 500 + world.comments.length;
  world.comments.push({ ID: String(ID), ENTITY_ID: String(ENTITY_ID), ENTITY_TYPE, COMMENT });
  return ID;
}

const pageSize = 50;

function select(rows: readonly Fields[], filter: Fields, columns: Value | undefined): Fields[] {
  const names = Array.isArray(columns) ? columns.map(String) : [];
  return rows
    .filter((row) => matches(row, filter))
    .slice(0, pageSize)
    .map((row) =>
      names.length === 0 ? row : Object.fromEntries(names.map((column) => [column, row[column] ?? ''] as const)),
    );
}

/** `=` or nothing: equal; `@`: one of a list. */
const matches = (row: Record<string, Value>, filter: Fields): boolean =>
  Object.entries(filter).every(([key, value]) => {
    const own = String(row[key.replace(/^[=@]/, '')] ?? '');
    return Array.isArray(value) && key.startsWith('@') ? value.map(String).includes(own) : own === String(value);
  });
