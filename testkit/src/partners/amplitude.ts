import { jsonAnswer, type PartnerAnswer, type PartnerRequest, startPartner } from './partner-server.ts';

export interface AmplitudeEvent {
  user_id?: string;
  device_id?: string;
  event_type: string;
  time: number;
  insert_id: string;
  event_properties?: Record<string, unknown>;
  user_properties?: Record<string, unknown>;
  revenue?: number;
  revenueType?: string;
}

/** Limits of the HTTP API. */
const requestEvents = 2_000;
const requestBytes = 1_048_576;
const usualIdLength = 5;

/** Forms of the fields; others are not looked at. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  user_id: (value) => typeof value === 'string',
  device_id: (value) => typeof value === 'string',
  event_type: (value) => typeof value === 'string' && !/^\[Amplitude\]/.test(value),
  time: (value) => Number.isInteger(value) && (value as number) > 0,
  insert_id: (value) => typeof value === 'string',
  event_properties: (value) => typeof value === 'object' && value !== null,
  user_properties: (value) => typeof value === 'object' && value !== null,
  revenue: (value) => typeof value === 'number',
};

/** A simulated HTTP API of Amplitude: a request of which one event is wrong is refused as a whole, and lists it. */
export async function startAmplitude(apiKey: string) {
  const events = new Map<string, AmplitudeEvent>();
  const state = {
    /** Users who send too much at the moment, and those who have sent too much today; the latter and devices by ID. */
    throttled: new Set<string>(),
    exhausted: new Set<string>(),
    silenced: new Set<string>(),
  };

  const upload = ({ body }: PartnerRequest): PartnerAnswer => {
    if (body.length > requestBytes) return jsonAnswer(413, { code: 413, error: 'Payload too large' });
    const parsed = parseUpload(body);
    if (parsed === null) return jsonAnswer(400, { code: 400, error: 'Invalid JSON request body' });
    const missing = ['api_key', 'events'].find((field) => !(field in parsed));
    if (missing !== undefined || parsed.events?.length === 0)
      return badRequest('Request missing required field', { missing_field: missing ?? 'events' });
    if (parsed.api_key !== apiKey) return badRequest(`Invalid API key: ${String(parsed.api_key)}`, {});
    const list = parsed.events ?? [];
    if (list.length > requestEvents) return jsonAnswer(413, { code: 413, error: 'Too many events' });
    const problem = findProblem(list, parsed.options?.min_id_length ?? usualIdLength, state.silenced);
    if (problem !== null) return problem;
    const throttling = findThrottling(list, state);
    if (throttling !== null) return throttling;
    for (const event of list) if (!events.has(event.insert_id)) events.set(event.insert_id, event);
    return jsonAnswer(200, { code: 200, events_ingested: list.length, payload_size_bytes: body.length });
  };

  const server = await startPartner((request) => {
    if (request.method !== 'POST' || request.path !== '/2/httpapi') return { status: 404 };
    return request.headers['content-type'] === 'application/json' ? upload(request) : { status: 415 };
  });
  return { ...server, events, state };
}

const idOf = ({ user_id, device_id }: AmplitudeEvent): string => user_id ?? device_id ?? '';

const badRequest = (error: string, more: object): PartnerAnswer => jsonAnswer(400, { code: 400, error, ...more });

/** Indexes of the events for which `isListed` holds. */
const indexes = (list: readonly AmplitudeEvent[], isListed: (event: AmplitudeEvent) => boolean): number[] =>
  [...list.entries()].filter(([, event]) => isListed(event)).map(([index]) => index);

function findProblem(
  list: readonly AmplitudeEvent[],
  shortest: number,
  silenced: ReadonlySet<string>,
): PartnerAnswer | null {
  const byField = (fields: readonly string[], isListed: (event: AmplitudeEvent, field: string) => boolean) =>
    Object.fromEntries(
      fields
        .map((field) => [field, indexes(list, (event) => isListed(event, field))] as const)
        .filter(([, listed]) => listed.length > 0),
    );
  const missing = byField(['event_type'], (event) => !event.event_type);
  const withoutUser = indexes(list, (event) => idOf(event) === '');
  if (withoutUser.length > 0) Object.assign(missing, { user_id: withoutUser });
  if (Object.keys(missing).length > 0)
    return badRequest('Request missing required field', { events_with_missing_fields: missing });
  const invalid = byField(Object.keys(forms), (event, field) => {
    const value = event[field as keyof AmplitudeEvent];
    return value !== undefined && forms[field]?.(value) !== true;
  });
  if (Object.keys(invalid).length > 0)
    return badRequest('Invalid field values on some events', { events_with_invalid_fields: invalid });
  const short = byField(['user_id', 'device_id'], (event, field) => {
    const id = event[field as 'user_id' | 'device_id'];
    return id !== undefined && id.length < shortest;
  });
  if (Object.keys(short).length > 0)
    return badRequest('Invalid id length for user_id or device_id', { events_with_invalid_id_lengths: short });
  const silent = indexes(list, (event) => silenced.has(idOf(event)));
  return silent.length === 0 ? null : badRequest('Some devices are silenced', { silenced_events: silent });
}

function findThrottling(
  list: readonly AmplitudeEvent[],
  { throttled, exhausted }: { throttled: ReadonlySet<string>; exhausted: ReadonlySet<string> },
): PartnerAnswer | null {
  const counts = (ids: ReadonlySet<string>) =>
    Object.fromEntries(list.filter((event) => ids.has(idOf(event))).map((event) => [idOf(event), 40]));
  const users = counts(throttled);
  const spent = counts(exhausted);
  if (Object.keys({ ...users, ...spent }).length === 0) return null;
  return jsonAnswer(429, {
    ...{ code: 429, error: 'Too many requests for some devices and users', eps_threshold: 30 },
    ...{ throttled_users: users, throttled_devices: {}, exceeded_daily_quota_users: spent },
    ...{ exceeded_daily_quota_devices: {}, throttled_events: indexes(list, (event) => throttled.has(idOf(event))) },
  });
}

function parseUpload(
  body: Buffer,
): { api_key?: string; events?: AmplitudeEvent[]; options?: { min_id_length?: number } } | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
