import { jsonAnswer, type PartnerAnswer, type PartnerRequest, startPartner } from './partner-server.ts';

export interface PosthogEvent {
  event: string;
  distinct_id: string;
  uuid: string;
  timestamp: string;
  properties: Record<string, unknown>;
}

/** PostHog takes 20 MB a request. */
const requestBytes = 20_000_000;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * A simulated PostHog. As the real one, it refuses keys of a wrong form only, answers 200 to events that it drops (no
 * name, no user, unknown key), and says inside a 200 that the quota is used up.
 */
export async function startPosthog(apiKey: string) {
  const events = new Map<string, PosthogEvent>();
  const profiles = new Map<string, Record<string, unknown>>();
  /** Marks of the requests: whether they were a load of the past. */
  const historical: boolean[] = [];
  const state = { isQuotaUsedUp: false };

  const record = (item: Record<string, unknown>) => {
    const { event, distinct_id, uuid, timestamp, properties } = item as unknown as PosthogEvent;
    if (!event || !distinct_id) return;
    events.set([uuid, event, distinct_id, timestamp.slice(0, 10)].join(' '), item as unknown as PosthogEvent);
    if (properties.$process_person_profile === false) return;
    profiles.set(distinct_id, { ...profiles.get(distinct_id), ...(properties.$set as object | undefined) });
  };

  const capture = ({ body }: PartnerRequest): PartnerAnswer => {
    if (body.length > requestBytes) return { status: 413, body: 'length limit exceeded' };
    const parsed = parseObject(body);
    if (parsed === null) return { status: 400, body: 'failed to parse request' };
    const problem = keyProblem(parsed.api_key);
    if (problem !== null) return { status: 401, body: problem };
    const batch = parsed.batch;
    if (!Array.isArray(batch) || batch.length === 0) return { status: 400, body: 'request holds no event' };
    if (batch.some((item) => !isCapturable(item))) return { status: 400, body: 'failed to parse request' };
    if (state.isQuotaUsedUp) return jsonAnswer(200, { status: 1, quota_limited: ['events'] });
    historical.push(parsed.historical_migration === true);
    if (parsed.api_key === apiKey) for (const item of batch) record(item);
    return jsonAnswer(200, { status: 1 });
  };

  /** Unlike capturing, this needs a key that exists. */
  const flags = ({ body }: PartnerRequest): PartnerAnswer => {
    const parsed = parseObject(body);
    if (typeof parsed?.distinct_id !== 'string') return { status: 400, body: 'missing distinct_id' };
    if (parsed.api_key === apiKey) return jsonAnswer(200, { errorsWhileComputingFlags: false, flags: {} });
    return { status: 401, body: `The provided API key is invalid or has expired: ${String(parsed.api_key)}` };
  };

  const server = await startPartner((request) => {
    if (request.method !== 'POST') return { status: 405 };
    if (request.headers['content-type'] !== 'application/json') return { status: 400, body: 'unknown content type' };
    if (request.path === '/batch/') return capture(request);
    if (request.path === '/flags' && request.query.get('v') === '2') return flags(request);
    return { status: 404, body: 'Not Found' };
  });
  return { ...server, events, profiles, historical, state };
}

function keyProblem(key: unknown): string | null {
  if (typeof key !== 'string' || key === '') return 'event submitted without an api_key';
  if (key.startsWith('phx_')) return `API key is not valid: personal_api_key ${key}`;
  return null;
}

/** What the parser needs; names and users are looked at later. */
function isCapturable(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const { uuid, timestamp, properties } = item as Record<string, unknown>;
  return (
    typeof uuid === 'string' &&
    uuidForm.test(uuid) &&
    typeof timestamp === 'string' &&
    !Number.isNaN(Date.parse(timestamp)) &&
    typeof properties === 'object' &&
    properties !== null
  );
}

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
