import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

interface FieldValue {
  field_code?: string;
  field_id?: number;
  values: { value: string | number }[];
}
interface CustomField {
  id: number;
  type: string;
  name: string;
  code: string | null;
}
export interface KommoContact {
  id: number;
  name: string;
  custom_fields_values: FieldValue[];
}
export interface KommoLead extends KommoContact {
  price: number;
  pipeline_id: number;
  status_id: number;
  created_at: number;
  _embedded: { contacts: { id: number }[] };
}
export interface KommoNote {
  id: number;
  entity_id: number;
  note_type: string;
  params: { text: string };
}

/** An account as its users see it. */
export interface KommoWorld {
  token: string;
  host: string;
  currency: string;
  fields: { contacts: CustomField[]; leads: CustomField[] };
  pipelines: { id: number; statuses: number[] }[];
  contacts: KommoContact[];
  leads: KommoLead[];
  notes: KommoNote[];
  /** Not paid for. */
  isUnpaid: boolean;
}

const firstPipeline = { id: 900, statuses: [901, 902] };

/** An account of Kommo or amoCRM, version 4 of the interface: developers.kommo.com/reference. */
export async function startKommo(part: Partial<KommoWorld> = {}): Promise<PartnerServer & { world: KommoWorld }> {
  const world: KommoWorld = {
    token: 'long-lived-token-of-the-account',
    host: '',
    currency: 'EUR',
    fields: { contacts: [], leads: [] },
    pipelines: [firstPipeline, { id: 910, statuses: [911] }],
    contacts: [],
    leads: [],
    notes: [],
    isUnpaid: false,
    ...part,
  };
  let lastId = 1_000;
  const server = await startPartner((request) => answer(world, () => (lastId += 1), request));
  return { ...server, world };
}

const problem = (status: number, title: string, more: object = {}): PartnerAnswer =>
  jsonAnswer(status, { title, type: `https://httpstatus.es/${status}`, status, ...more }, problemType);
const problemType = { 'content-type': 'application/problem+json' };
const noContent: PartnerAnswer = { status: 204 };

function answer(world: KommoWorld, nextId: () => number, request: PartnerRequest): PartnerAnswer {
  if (request.headers.authorization !== `Bearer ${world.token}`)
    return problem(401, 'Unauthorized', { detail: 'Token is invalid or expired' });
  if (world.isUnpaid) return problem(402, 'Payment Required');
  const path = request.path.replace(/^\/api\/v4/, '');
  if (path === request.path) return problem(404, 'Not Found');
  if (request.method === 'GET') return read(world, path, request.query);
  if (request.method !== 'POST') return problem(405, 'Method Not Allowed');
  if (!String(request.headers['content-type']).startsWith('application/json')) return problem(400, 'Bad Request');
  const entries: unknown = JSON.parse(request.body.toString());
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > 250)
    return problem(400, 'Bad Request', { detail: 'Request body must be a list' });
  return write(world, nextId, path, entries);
}

const page = <Entity>(list: readonly Entity[], name: string, query: URLSearchParams): PartnerAnswer => {
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 250)) return problem(400, 'Bad Request', { detail: 'limit' });
  const number = Number(query.get('page') ?? 1);
  const part = list.slice((number - 1) * limit, number * limit);
  if (part.length === 0) return noContent;
  const next = list.length > number * limit ? { next: { href: 'next' } } : {};
  return jsonAnswer(200, { _page: number, _links: next, _embedded: { [name]: part } });
};

const searched = (entity: { name: string; custom_fields_values: FieldValue[] }, query: string): boolean =>
  [entity.name, ...entity.custom_fields_values.flatMap(({ values }) => values.map(({ value }) => String(value)))].some(
    (text) => text.includes(query),
  );

function read(world: KommoWorld, path: string, query: URLSearchParams): PartnerAnswer {
  if (path === '/account') return jsonAnswer(200, { id: 1, name: 'Example', currency: world.currency });
  const fields = /^\/(contacts|leads)\/custom_fields$/.exec(path)?.[1] as 'contacts' | 'leads' | undefined;
  if (fields !== undefined) {
    const type = query.get('filter[type][0]');
    const list = world.fields[fields].filter((field) => type === null || field.type === type);
    return page(list, 'custom_fields', query);
  }
  const pipelineId = /^\/leads\/pipelines\/(\d+)$/.exec(path)?.[1];
  if (pipelineId !== undefined) {
    const pipeline = world.pipelines.find(({ id }) => id === Number(pipelineId));
    if (pipeline === undefined) return problem(404, 'Not Found', { detail: 'Pipeline not found' });
    return jsonAnswer(200, { id: pipeline.id, _embedded: { statuses: pipeline.statuses.map((id) => ({ id })) } });
  }
  const contactId = /^\/contacts\/(\d+)\/notes$/.exec(path)?.[1];
  if (contactId !== undefined) {
    const notes = world.notes.filter(({ entity_id }) => entity_id === Number(contactId));
    return page(query.get('order[id]') === 'desc' ? notes.toReversed() : notes, 'notes', query);
  }
  const words = query.get('query') ?? '';
  if (path === '/contacts')
    return page(
      world.contacts.filter((one) => searched(one, words)),
      'contacts',
      query,
    );
  if (path === '/leads')
    return page(
      world.leads.filter((one) => searched(one, words)),
      'leads',
      query,
    );
  return problem(404, 'Not Found');
}

interface FieldError {
  code: string;
  path: string;
  detail: string;
}
type Entry = Record<string, unknown>;

const members: Record<string, readonly string[]> = {
  '/contacts': ['name', 'custom_fields_values', 'request_id'],
  '/leads': [
    ...['name', 'price', 'pipeline_id', 'status_id', 'created_at', 'custom_fields_values'],
    ...['_embedded', 'request_id'],
  ],
  '/contacts/notes': ['entity_id', 'note_type', 'params', 'request_id'],
  '/contacts/custom_fields': ['type', 'name', 'code'],
  '/leads/custom_fields': ['type', 'name', 'code'],
};

/** Takes all entries or none. */
function write(world: KommoWorld, nextId: () => number, path: string, entries: readonly Entry[]): PartnerAnswer {
  const allowed = members[path];
  if (allowed === undefined) return problem(404, 'Not Found');
  const failures = entries.flatMap((entry, index) => {
    const unknown = Object.keys(entry).filter((key) => !allowed.includes(key));
    const errors = [
      ...unknown.map((key) => ({ code: 'NotExpected', path: key, detail: 'This field was not expected.' })),
      ...check(world, path, entry),
    ];
    return errors.length === 0 ? [] : [{ request_id: String(entry.request_id ?? index), errors }];
  });
  if (failures.length > 0)
    return problem(400, 'Bad Request', { detail: 'Request validation failed', 'validation-errors': failures });
  const made = entries.map((entry, index) => ({
    id: add(world, nextId(), path, entry),
    request_id: String(entry.request_id ?? index),
  }));
  return jsonAnswer(200, { _embedded: { [path.slice(path.lastIndexOf('/') + 1)]: made } });
}

const choice = (path: string): FieldError => ({
  ...{ code: 'NotSupportedChoice', path },
  detail: 'The value you selected is not a valid choice.',
});

function check(world: KommoWorld, path: string, entry: Entry): FieldError[] {
  const errors: FieldError[] = [];
  const isText = (key: string) => {
    if (typeof entry[key] !== 'string' || entry[key] === '' || (entry[key] as string).length > 255)
      errors.push({ code: 'InvalidType', path: key, detail: 'This value should be of type string.' });
  };
  if (path.endsWith('/custom_fields')) {
    const entity = path.startsWith('/leads') ? 'leads' : 'contacts';
    if (world.fields[entity].some(({ code }) => code === entry.code)) errors.push(choice('code'));
    isText('name');
    return errors;
  }
  if (path === '/contacts/notes') {
    if (!world.contacts.some(({ id }) => id === entry.entity_id)) errors.push(choice('entity_id'));
    if (entry.note_type !== 'common') errors.push(choice('note_type'));
    if (typeof (entry.params as { text?: unknown } | undefined)?.text !== 'string') errors.push(choice('params.text'));
    return errors;
  }
  isText('name');
  const fields = world.fields[path === '/leads' ? 'leads' : 'contacts'];
  for (const [index, { field_code, values }] of ((entry.custom_fields_values ?? []) as FieldValue[]).entries()) {
    const at = `custom_fields_values.${index}`;
    if (!fields.some(({ code }) => code === field_code)) errors.push(choice(`${at}.field_code`));
    if (values.length === 0 || values.some(({ value }) => value === '')) errors.push(choice(`${at}.values`));
  }
  return path === '/leads' ? [...errors, ...checkLead(world, entry)] : errors;
}

function checkLead(world: KommoWorld, { price, pipeline_id, status_id, _embedded }: Entry): FieldError[] {
  const errors: FieldError[] = [];
  if (price !== undefined && !Number.isInteger(price))
    errors.push({ code: 'InvalidType', path: 'price', detail: 'This value should be of type int.' });
  const pipeline = world.pipelines.find(({ id }) => id === (pipeline_id ?? firstPipeline.id));
  if (pipeline === undefined) errors.push(choice('pipeline_id'));
  else if (status_id !== undefined && !pipeline.statuses.includes(status_id as number))
    errors.push(choice('status_id'));
  for (const { id } of (_embedded as KommoLead['_embedded'] | undefined)?.contacts ?? [])
    if (!world.contacts.some((contact) => contact.id === id)) errors.push(choice('_embedded.contacts.0.id'));
  return errors;
}

function add(world: KommoWorld, id: number, path: string, { request_id: _, ...entry }: Entry): number {
  if (path === '/contacts') world.contacts.push({ id, ...entry } as unknown as KommoContact);
  else if (path === '/contacts/notes') world.notes.push({ id, ...entry } as unknown as KommoNote);
  else if (path === '/leads') {
    const pipeline = world.pipelines.find((one) => one.id === (entry.pipeline_id ?? firstPipeline.id)) ?? firstPipeline;
    const place = { pipeline_id: pipeline.id, status_id: pipeline.statuses[0], price: 0 };
    world.leads.push({ id, ...place, ...entry } as unknown as KommoLead);
  } else
    world.fields[path.startsWith('/leads') ? 'leads' : 'contacts'].push({ id, ...entry } as unknown as CustomField);
  return id;
}
