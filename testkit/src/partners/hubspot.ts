import {
  definitionProblem,
  type HubspotObjects,
  hubspotObjects,
  standardProperty,
  type UpsertInput,
  valueProblem,
} from './hubspot-objects.ts';
import { jsonAnswer, type PartnerAnswer, type PartnerRequest, startPartner } from './partner-server.ts';

/** Objects of one request. */
const batchSize = 100;
const allScopes = ['crm.objects.contacts.read', 'crm.objects.contacts.write'];
const schemaScopes = ['crm.schemas.contacts.read', 'crm.schemas.contacts.write'];

type ObjectName = 'contacts' | 'notes';
type Body = Record<string, unknown>;

/** A simulated account of HubSpot with a private app; its scopes may be fewer than it needs. */
export async function startHubspot(token: string, scopes: readonly string[] = [...allScopes, ...schemaScopes]) {
  const world = {
    contacts: hubspotObjects([standardProperty('firstname'), standardProperty('lastname')], 101),
    notes: hubspotObjects([standardProperty('hs_note_body'), standardProperty('hs_timestamp', 'datetime')], 901),
    groups: { contacts: new Set(['standard']), notes: new Set(['standard']) },
    /** `<note> <contact>`. */
    associations: new Set<string>(),
  };

  const authorize = ({ headers }: PartnerRequest, scope: string): PartnerAnswer | null => {
    if (headers.authorization !== `Bearer ${token}`)
      return failure(401, 'INVALID_AUTHENTICATION', `Authentication credentials not found: ${headers.authorization}`);
    if (scopes.includes(scope)) return null;
    const errors = [{ message: 'scopes are missing', context: { requiredGranularScopes: [scope] } }];
    return failure(403, 'MISSING_SCOPES', 'This app has not been granted all required scopes', { errors });
  };

  const eraseContact = (id: unknown): PartnerAnswer => {
    if (!world.contacts.objects.delete(String(id))) return failure(404, 'OBJECT_NOT_FOUND', 'Not found');
    for (const pair of world.associations) {
      const [note, contact] = pair.split(' ');
      if (contact !== String(id)) continue;
      world.associations.delete(pair);
      world.notes.objects.delete(String(note));
    }
    return { status: 204 };
  };

  const associate = (inputs: readonly { from: { id: string }; to: { id: string } }[]): PartnerAnswer => {
    const isKnown = inputs.every(
      ({ from, to }) => world.notes.objects.has(from.id) && world.contacts.objects.has(to.id),
    );
    if (!isKnown) return failure(400, 'VALIDATION_ERROR', 'One of the objects does not exist');
    for (const { from, to } of inputs) world.associations.add(`${from.id} ${to.id}`);
    return jsonAnswer(200, { status: 'COMPLETE', results: inputs });
  };

  const onObjects = (object: ObjectName, action: string, body: Body): PartnerAnswer => {
    if (action === 'gdpr-delete' && object === 'contacts') return eraseContact(body.objectId);
    const inputs = body.inputs;
    if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > batchSize)
      return failure(400, 'VALIDATION_ERROR', 'inputs must have 1 to 100 elements');
    if (action === 'batch/upsert') return upsertObjects(world[object], inputs);
    if (action === 'batch/read') return readObjects(world[object], String(body.idProperty), inputs);
    return { status: 404 };
  };

  const onProperties = (object: ObjectName, rest: string, method: string, body: Body): PartnerAnswer => {
    const { properties } = world[object];
    if (method === 'GET') {
      const property = properties.get(rest);
      return property === undefined ? failure(404, 'OBJECT_NOT_FOUND', 'No such property') : jsonAnswer(200, property);
    }
    const name = String(body.name);
    if (rest === 'groups') {
      if (world.groups[object].has(name)) return failure(409, 'CONFLICT', 'The group exists');
      world.groups[object].add(name);
      return jsonAnswer(201, body);
    }
    if (properties.has(name)) return failure(409, 'OBJECT_ALREADY_EXISTS', 'The property exists');
    const problem = definitionProblem(body, world.groups[object]);
    if (problem !== null) return failure(400, 'VALIDATION_ERROR', problem);
    properties.set(name, { ...standardProperty(name), hasUniqueValue: false, ...body });
    return jsonAnswer(201, properties.get(name));
  };

  const server = await startPartner((request) => {
    const { method, path } = request;
    const body = method === 'POST' ? (JSON.parse(request.body.toString('utf8')) as Body) : {};
    if (path === '/oauth/v2/private-apps/get/access-token-info')
      return body.tokenKey === token
        ? jsonAnswer(200, { hubId: 7, scopes })
        : failure(404, 'OBJECT_NOT_FOUND', 'No token');
    const [, area, object = '', rest = ''] =
      /^\/crm\/v3\/(objects|properties)\/(contacts|notes)\/?(.*)$/.exec(path) ?? [];
    const verb = method === 'GET' || rest === 'batch/read' ? 'read' : 'write';
    const refused = authorize(request, `crm.${area === 'properties' ? 'schemas' : 'objects'}.contacts.${verb}`);
    if (refused !== null) return refused;
    if (path === '/crm/v4/associations/notes/contacts/batch/associate/default')
      return associate(body.inputs as Parameters<typeof associate>[0]);
    if (area === 'objects' && method === 'POST') return onObjects(object as ObjectName, rest, body);
    if (area === 'properties') return onProperties(object as ObjectName, rest, method, body);
    return failure(404, 'OBJECT_NOT_FOUND', `No such path: ${path}`);
  });
  return { ...server, ...world };
}

const failure = (status: number, category: string, message: string, more: object = {}): PartnerAnswer =>
  jsonAnswer(status, { status: 'error', category, message, correlationId: 'c0ffee', ...more });

/** A wrong value refuses its object if all have trace IDs, and everything if not. */
function upsertObjects(world: HubspotObjects, inputs: readonly UpsertInput[]): PartnerAnswer {
  const ids = inputs.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0)
    return failure(400, 'VALIDATION_ERROR', `Duplicate IDs found in batch input: [${twice}]. IDs must be unique`);
  for (const { idProperty, properties } of inputs) {
    const unknown = [idProperty, ...Object.keys(properties)].find((name) => !world.properties.has(name));
    if (unknown !== undefined)
      return failure(400, 'VALIDATION_ERROR', `Property "${unknown}" does not exist (PROPERTY_DOESNT_EXIST)`);
    if (world.properties.get(idProperty)?.hasUniqueValue !== true)
      return failure(400, 'VALIDATION_ERROR', `Unable to perform update/upsert by non-unique property ${idProperty}`);
  }
  const results: object[] = [];
  const errors: object[] = [];
  for (const input of inputs) {
    const problem = inputProblem(world, input);
    if (problem !== null) {
      if (input.objectWriteTraceId === undefined) return failure(400, 'VALIDATION_ERROR', problem);
      const context = { objectWriteTraceId: [input.objectWriteTraceId] };
      errors.push({ status: 'error', category: 'VALIDATION_ERROR', message: problem, context });
      continue;
    }
    const { object, isNew } = world.upsert(input);
    results.push({ ...object, new: isNew, objectWriteTraceId: input.objectWriteTraceId, archived: false });
  }
  if (errors.length === 0) return jsonAnswer(200, { status: 'COMPLETE', results });
  return jsonAnswer(207, { status: 'COMPLETE', results, numErrors: errors.length, errors });
}

function inputProblem(world: HubspotObjects, { properties }: UpsertInput): string | null {
  for (const [name, value] of Object.entries(properties)) {
    const property = world.properties.get(name);
    const problem = property === undefined ? null : valueProblem(property, value);
    if (problem !== null) return problem;
  }
  return null;
}

function readObjects(world: HubspotObjects, idProperty: string, inputs: readonly { id: string }[]): PartnerAnswer {
  const results = inputs.flatMap(({ id }) => world.find(idProperty, id) ?? []);
  const missing = inputs.filter(({ id }) => world.find(idProperty, id) === undefined).map(({ id }) => id);
  if (missing.length === 0) return jsonAnswer(200, { status: 'COMPLETE', results });
  const error = { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'Not found', context: { ids: missing } };
  return jsonAnswer(207, { status: 'COMPLETE', results, numErrors: 1, errors: [error] });
}
