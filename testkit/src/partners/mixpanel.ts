import { jsonAnswer, type PartnerAnswer, type PartnerRequest, startPartner } from './partner-server.ts';

export interface MixpanelEvent {
  event: string;
  properties: Record<string, unknown>;
}

/** Limits of the import API. */
const requestEvents = 2_000;
const requestBytes = 2_097_152;
const eventBytes = 1_000_000;
const properties = 255;
const earliest = Date.UTC(1971, 0);
const futureMs = 3_600_000;

/** Users that the real one takes for a mistake of the sender. */
const placeholders = new Set([
  'anon',
  'anonymous',
  'nil',
  'none',
  'null',
  'n/a',
  'na',
  'undefined',
  'unknown',
  '0',
  '-1',
]);

/** A simulated import API of Mixpanel, strict: it names the events that it refuses, and takes the others. */
export async function startMixpanel(account: { projectId: string; username: string; secret: string; now(): number }) {
  const events = new Map<string, MixpanelEvent>();

  const authorize = ({ headers, query }: PartnerRequest): PartnerAnswer | null => {
    const given = Buffer.from(String(headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    if (given !== `${account.username}:${account.secret}`)
      return jsonAnswer(401, { code: 401, error: `Invalid credentials: ${given}`, status: 'Unauthorized' });
    if (query.get('project_id') === account.projectId) return null;
    const error = 'Service account is not a member of the project';
    return jsonAnswer(403, { code: 403, error, status: 'Forbidden' });
  };

  const importEvents = ({ body }: PartnerRequest): PartnerAnswer => {
    const parsed = parseList(body);
    if (body.length > requestBytes || (parsed?.length ?? 0) > requestEvents)
      return jsonAnswer(413, { code: 413, error: 'request exceeds max limit', status: 'Request Entity Too Large' });
    if (parsed === null) return jsonAnswer(400, { code: 400, error: 'invalid JSON', status: 'Bad Request' });
    const failed: object[] = [];
    for (const [index, item] of parsed.entries()) {
      const problem = findProblem(item, account.now());
      if (problem !== null) {
        failed.push({ index, insert_id: String(item?.properties?.$insert_id ?? ''), ...problem });
        continue;
      }
      const { $insert_id, distinct_id, time } = item.properties;
      events.set([item.event, $insert_id, distinct_id, time].join(' '), item);
    }
    const imported = { num_records_imported: parsed.length - failed.length };
    if (failed.length === 0) return jsonAnswer(200, { code: 200, ...imported, status: 'OK' });
    const error = 'some data points in the request failed validation';
    return jsonAnswer(400, { code: 400, error, failed_records: failed, ...imported, status: 'Bad Request' });
  };

  const server = await startPartner((request) => {
    if (request.method !== 'POST' || request.path !== '/import') return { status: 404 };
    if (request.headers['content-type'] !== 'application/json') return { status: 415 };
    if (request.query.get('strict') !== '1') return { status: 400 };
    return authorize(request) ?? importEvents(request);
  });
  return { ...server, events };
}

function findProblem(item: MixpanelEvent, now: number): { field: string; message: string } | null {
  const field = (name: string, why: string) => ({ field: name, message: `'${name}' is invalid: ${why}` });
  if (typeof item?.event !== 'string' || item.event === '') return field('event', 'must not be empty');
  if (typeof item.properties !== 'object' || item.properties === null) return field('properties', 'must be an object');
  const { $insert_id, distinct_id, time } = item.properties;
  if (typeof time !== 'number' || !Number.isInteger(time) || time < earliest || time > now + futureMs)
    return field('properties.time', 'must be specified as seconds since epoch');
  if (typeof distinct_id !== 'string' || placeholders.has(distinct_id.toLowerCase()))
    return field('properties.distinct_id', 'is a placeholder');
  if (typeof $insert_id !== 'string' || !/^[A-Za-z0-9-]{1,36}$/.test($insert_id))
    return field('properties.$insert_id', 'must be at most 36 letters, digits or dashes');
  if (Object.keys(item.properties).length >= properties) return field('properties', 'too many');
  if (Buffer.byteLength(JSON.stringify(item)) > eventBytes) return field('event', 'too large');
  return null;
}

function parseList(body: Buffer): MixpanelEvent[] | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
