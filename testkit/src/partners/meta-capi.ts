import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

/** An event as the Events Manager has it. */
export interface MetaRecord {
  name: string;
  id: string;
  /** Unix s. */
  time: number;
  /** Shown under Test Events too. */
  testCode: string | null;
  userData: Record<string, unknown>;
  customData: Record<string, unknown>;
}

export interface MetaPartner extends PartnerServer {
  world: MetaRecord[];
}

type Json = Record<string, unknown>;

const hashedKeys = new Set(['em', 'ph', 'fn', 'ln', 'ge', 'db', 'ct', 'st', 'zp', 'country']);
const plainKeys = new Set(['external_id', 'client_ip_address', 'client_user_agent', 'fbc', 'fbp']);
const eventKeys = new Set(
  'event_name event_time event_id action_source event_source_url user_data custom_data opt_out'.split(' '),
);
const customKeys = new Set('value currency order_id content_name content_ids content_type contents'.split(' '));
const actionSources = new Set(
  'email website app phone_call chat physical_store system_generated business_messaging other'.split(' '),
);
const daySeconds = 86_400;

/**
 * A simulated Conversions API of Meta: one bad or old event, and it takes none of the request. It repeats a token that it
 * cannot read. An event with a name and an ID that it has had within 48 hours counts once.
 */
export async function startMetaCapi(options: {
  datasetId: string;
  accessToken: string;
  now: () => number;
}): Promise<MetaPartner> {
  const world: MetaRecord[] = [];
  const receivedAt = new Map<string, number>();

  function take(events: Json[], testCode: string | null): void {
    const seconds = options.now() / 1_000;
    for (const event of events) {
      const key = `${event.event_name}:${event.event_id}`;
      const first = receivedAt.get(key);
      if (first !== undefined && seconds - first <= 2 * daySeconds) continue;
      receivedAt.set(key, seconds);
      world.push({
        ...{ name: String(event.event_name), id: String(event.event_id), time: Number(event.event_time), testCode },
        ...{ userData: event.user_data as Json, customData: (event.custom_data ?? {}) as Json },
      });
    }
  }

  function answer({ method, path, query, headers, body }: PartnerRequest): PartnerAnswer {
    const match = /^\/v\d+\.\d\/(\d+)\/events$/.exec(path);
    if (match === null || method !== 'POST') return graphError(100, 33, 'Unsupported post request.');
    const token = query.get('access_token') ?? headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (token === '') return graphError(104, 0, 'An access token is required to request this resource.', 401);
    if (token !== options.accessToken) return graphError(190, 0, `Malformed access token ${token}`, 401);
    if (match[1] !== options.datasetId)
      return graphError(100, 33, `Object with ID '${match[1]}' does not exist, or lacks permissions`);
    const parsed = parse(body);
    if (parsed === null) return graphError(100, 0, '(#100) The parameter data is required');
    const problem = findProblem(parsed, options.now() / 1_000);
    if (problem !== null) return problem;
    take(parsed.data, parsed.testCode);
    return jsonAnswer(200, { events_received: parsed.data.length, messages: [], fbtrace_id: 'A1b2C3' });
  }

  const server = await startPartner(answer);
  return { ...server, world };
}

function parse(bytes: Buffer): { data: Json[]; testCode: string | null } | null {
  try {
    const { data, test_event_code: code = null, ...rest } = JSON.parse(bytes.toString()) as Json;
    if (!Array.isArray(data) || Object.keys(rest).length > 0) return null;
    return { data: data as Json[], testCode: code === null ? null : String(code) };
  } catch {
    return null;
  }
}

function findProblem({ data }: { data: Json[] }, now: number): PartnerAnswer | null {
  if (data.length === 0) return graphError(100, 2804019, 'The data parameter is empty');
  if (data.length > 1_000) return graphError(100, 2804005, 'A request can have at most 1000 events');
  for (const [index, event] of data.entries()) {
    const problem = eventProblem(event, now);
    if (problem !== null) return graphError(100, problem[0], `data[${index}]: ${problem[1]}`);
  }
  return null;
}

function eventProblem(event: Json, now: number): [number, string] | null {
  const { event_name: name, event_time: time, event_id: id, action_source: source } = event;
  const userData = event.user_data as Json | undefined;
  const customData = (event.custom_data ?? {}) as Json;
  if (Object.keys(event).some((key) => !eventKeys.has(key))) return [2804008, 'unknown parameter'];
  if (typeof name !== 'string' || name === '' || name.length > 50) return [2804001, 'event_name is invalid'];
  if (!Number.isInteger(time)) return [2804002, 'event_time is invalid'];
  if (now - Number(time) > 7 * daySeconds) return [2804003, 'Event Timestamp Too Old'];
  if (Number(time) > now) return [2804004, 'Event Timestamp in the Future'];
  if (!actionSources.has(String(source))) return [2804006, 'action_source is invalid'];
  if (typeof id !== 'string') return [2804007, 'event_id is invalid'];
  if (source === 'website' && (event.event_source_url === undefined || userData?.client_user_agent === undefined))
    return [2804009, 'website events need event_source_url and client_user_agent'];
  if (userData === undefined || Object.keys(userData).length === 0)
    return [2804050, 'user_data has not enough customer information'];
  return userProblem(userData) ?? customProblem(name, customData);
}

function userProblem(userData: Json): [number, string] | null {
  for (const [key, value] of Object.entries(userData)) {
    if (!hashedKeys.has(key) && !plainKeys.has(key)) return [2804010, `unknown user_data ${key}`];
    const values = [value].flat();
    if (hashedKeys.has(key) && !values.every((hash) => /^[0-9a-f]{64}$/.test(String(hash))))
      return [2804011, `${key} is not hashed`];
    if ((key === 'fbc' || key === 'fbp') && !/^fb\.\d\.\d+\..+$/.test(String(value)))
      return [2804012, `${key} is invalid`];
  }
  return null;
}

function customProblem(name: string, customData: Json): [number, string] | null {
  if (Object.keys(customData).some((key) => !customKeys.has(key))) return [2804013, 'unknown custom_data'];
  const { value, currency } = customData;
  if (name === 'Purchase' && (value === undefined || currency === undefined))
    return [2804014, 'Purchase needs value and currency'];
  if (value !== undefined && typeof value !== 'number') return [2804015, 'value is no number'];
  if (currency !== undefined && (!/^[A-Z]{3}$/.test(String(currency)) || currency === 'XTR'))
    return [2804016, 'currency is invalid'];
  return null;
}

const graphError = (code: number, subcode: number, message: string, status = 400): PartnerAnswer =>
  jsonAnswer(status, {
    error: {
      ...{ message, type: 'OAuthException', code, fbtrace_id: 'A1b2C3' },
      ...(subcode > 0 && { error_subcode: subcode }),
    },
  });
