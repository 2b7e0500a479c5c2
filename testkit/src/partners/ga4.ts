import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

/** An event as reports of Google Analytics have it. */
export interface Ga4Record {
  client: string;
  user: string | null;
  name: string;
  /** Unix ms. */
  at: number;
  params: Record<string, unknown>;
}

export interface Ga4Partner extends PartnerServer {
  /** Events that count. */
  world: Ga4Record[];
  /** Why events were dropped; no answer says it. */
  dropped: string[];
}

interface Body {
  client_id?: unknown;
  user_id?: unknown;
  timestamp_micros?: unknown;
  user_properties?: Record<string, { value?: unknown }>;
  validation_behavior?: unknown;
  consent?: unknown;
  events?: { name?: unknown; params?: Record<string, unknown>; timestamp_micros?: unknown }[];
}

const reserved = new Set(
  `ad_activeview ad_click ad_exposure ad_impression ad_query ad_reward adunit_exposure app_clear_data app_exception
  app_install app_remove app_store_refund app_update app_upgrade dynamic_link_app_open dynamic_link_app_update
  dynamic_link_first_open error firebase_campaign first_open first_visit in_app_purchase notification_dismiss
  notification_foreground notification_open notification_receive notification_send os_update screen_view session_start
  user_engagement`.split(/\s+/),
);
const bodyKeys = new Set([
  ...['client_id', 'user_id', 'timestamp_micros', 'user_properties', 'consent', 'validation_behavior', 'events'],
]);
const hoursBack = 72;

/**
 * A simulated Measurement Protocol of Google Analytics 4: answers 204 to everything, also to a wrong secret, and keeps only
 * what is right. The validation server names what is wrong, keeps nothing, and does not check the secret.
 */
export async function startGa4(options: {
  measurementId: string;
  apiSecret: string;
  now: () => number;
}): Promise<Ga4Partner> {
  const world: Ga4Record[] = [];
  const dropped: string[] = [];
  const purchases = new Set<string>();

  function collect({ query, body }: PartnerRequest): void {
    if (query.get('measurement_id') !== options.measurementId) return void dropped.push('measurement_id');
    if (query.get('api_secret') !== options.apiSecret) return void dropped.push('api_secret');
    const problems = validate(body, options.now());
    if (problems.length > 0) return void dropped.push(...problems);
    const { client_id, user_id, events = [] } = JSON.parse(body.toString()) as Body;
    for (const { name, params = {}, timestamp_micros } of events) {
      const purchase = `${name}:${params.transaction_id}`;
      if (params.transaction_id !== undefined && purchases.has(purchase)) {
        dropped.push(`repeated ${purchase}`);
        continue;
      }
      if (params.transaction_id !== undefined) purchases.add(purchase);
      const at = timestamp_micros === undefined ? options.now() : Number(timestamp_micros) / 1_000;
      const user = typeof user_id === 'string' ? user_id : null;
      world.push({ client: String(client_id), user, name: String(name), at, params });
    }
  }

  const server = await startPartner((request): PartnerAnswer => {
    if (request.method !== 'POST') return { status: 405 };
    if (request.path === '/mp/collect') {
      collect(request);
      return { status: 204 };
    }
    if (request.path !== '/debug/mp/collect') return { status: 404, body: 'Not found' };
    const validationMessages = validate(request.body, options.now()).map((description) => ({
      ...{ fieldPath: 'events', description, validationCode: 'VALUE_INVALID' },
    }));
    return jsonAnswer(200, { validationMessages });
  });
  return { ...server, world, dropped };
}

/** All that Google would find wrong. */
function validate(bytes: Buffer, now: number): string[] {
  if (bytes.length >= 130_000) return ['body is too large'];
  let body: Body;
  try {
    body = JSON.parse(bytes.toString()) as Body;
  } catch {
    return ['Unable to parse Measurement Protocol JSON payload.'];
  }
  const { client_id, user_id, events, user_properties = {} } = body;
  const unknown = Object.keys(body).filter((key) => !bodyKeys.has(key));
  const problems = unknown.map((key) => `unknown field ${key}`);
  if (typeof client_id !== 'string' || !/^\d+\.\d+$/.test(client_id)) problems.push('client_id is invalid');
  if (user_id !== undefined && (typeof user_id !== 'string' || user_id.length > 256))
    problems.push('user_id is invalid');
  if (!Array.isArray(events) || events.length < 1 || events.length > 25) return [...problems, 'events must be 1 to 25'];
  for (const [name, { value }] of Object.entries(user_properties))
    if (!isName(name, 24) || typeof value !== 'string' || value.length > 36) problems.push(`user property ${name}`);
  return [...problems, ...events.flatMap((event, index) => validateEvent(event, index, now))];
}

function validateEvent(event: NonNullable<Body['events']>[number], index: number, now: number): string[] {
  const where = `Event at index: [${index}]`;
  const { name, params = {}, timestamp_micros: time } = event;
  const problems: string[] = [];
  const unknown = Object.keys(event).find((key) => !['name', 'params', 'timestamp_micros'].includes(key));
  if (unknown !== undefined) problems.push(`${where} has unknown field [${unknown}].`);
  if (typeof name !== 'string' || !isName(name, 40) || reserved.has(name))
    problems.push(`${where} has invalid name [${name}].`);
  if (time !== undefined && !isRecent(time, now)) problems.push(`${where} has invalid timestamp.`);
  if (Object.keys(params).length > 25) problems.push(`${where} has more than 25 parameters.`);
  for (const [key, value] of Object.entries(params)) {
    if (!isName(key, 40)) problems.push(`${where} has invalid parameter name [${key}].`);
    if (!isParam(key, value)) problems.push(`${where} has invalid parameter value [${key}].`);
  }
  if ((name === 'purchase' || name === 'refund') && typeof params.transaction_id !== 'string')
    problems.push(`${where} has no transaction_id.`);
  if (name === 'purchase' && !Array.isArray(params.items)) problems.push(`${where} has no items.`);
  if (params.value !== undefined && !/^[A-Z]{3}$/.test(String(params.currency)))
    problems.push(`${where} has a value without a currency.`);
  return problems;
}

const isName = (name: string, length: number): boolean =>
  /^[A-Za-z]\w*$/.test(name) && name.length <= length && !/^(firebase|ga|google)_/.test(name);

/** Sixteen digits: microseconds, not milliseconds. */
const isRecent = (micros: unknown, now: number): boolean =>
  typeof micros === 'number' &&
  /^\d{16}$/.test(String(micros)) &&
  now - micros / 1_000 <= hoursBack * 3_600_000 &&
  micros / 1_000 <= now;

function isParam(key: string, value: unknown): boolean {
  if (key === 'items') return Array.isArray(value) && value.every((item) => item.item_id || item.item_name);
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 100;
}
