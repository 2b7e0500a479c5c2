import { parseMultipart } from '../telegram/multipart.ts';
import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

/** A goal that was reached, as reports of Metrica have it. */
export interface MetricaRecord {
  way: 'event' | 'offline';
  /** ClientID, or UserID of offline conversions by it. */
  user: string;
  goal: string;
  /** Unix s. */
  at: number;
  value: string;
  currency: string;
}

export interface MetricaPartner extends PartnerServer {
  world: MetricaRecord[];
  /** Why events were dropped; no answer says it. */
  lost: string[];
  pageviews: { user: string; page: string; at: number }[];
  /** A visitor of the website was there until then, Unix s. */
  visit(clientId: string, at: number): void;
}

interface Options {
  counterId: string;
  /** Token of the Measurement Protocol. */
  token: string;
  oauthToken: string;
  now: () => number;
}

interface Upload {
  id: number;
  create_time: string;
  source_quantity: number;
  line_quantity: number;
  comment: string;
  client_id_type: string;
  status: string;
}

const halfDay = 12 * 3_600;
const idTypes: Record<string, string> = { ClientId: 'CLIENT_ID', UserId: 'USER_ID', Yclid: 'YCLID' };

/**
 * A simulated Metrica: `/collect` answers 200 also to what it drops, such as a wrong token, an event older than 12 hours,
 * or one that fits no visit; uploads of offline conversions are counted as often as they come.
 */
export async function startMetrica(options: Options): Promise<MetricaPartner> {
  const world: MetricaRecord[] = [];
  const lost: string[] = [];
  const pageviews: MetricaPartner['pageviews'] = [];
  const lastSeen = new Map<string, number>();
  const uploads: Upload[] = [];

  function collect({ query, body, headers }: PartnerRequest): PartnerAnswer {
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const form = new Map([...query, ...(isForm ? new URLSearchParams(body.toString()) : [])]);
    const field = (name: string) => form.get(name) ?? '';
    const required = field('t') === 'pageview' ? ['tid', 'cid', 'dl', 'dr', 'dt'] : ['tid', 'cid', 'ea'];
    const missing = required.find((name) => field(name) === '');
    if (!['pageview', 'event'].includes(field('t')) || missing !== undefined)
      return { status: 400, body: `missing parameter ${missing ?? 't'}` };
    const now = Math.floor(options.now() / 1_000);
    const at = form.has('et') ? Number(field('et')) : now;
    const user = field('cid');
    if (field('tid') !== options.counterId) lost.push('another counter');
    else if (field('ms') !== options.token) lost.push('wrong token');
    else if (!Number.isInteger(at) || now - at > halfDay || at > now) lost.push(`time of ${field('t')}`);
    else if (field('t') === 'pageview') {
      pageviews.push({ user, page: field('dl'), at });
      lastSeen.set(user, at);
    } else if (at - (lastSeen.get(user) ?? Number.NEGATIVE_INFINITY) > halfDay) lost.push('no visit');
    else {
      lastSeen.set(user, Math.max(at, lastSeen.get(user) ?? 0));
      world.push({ way: 'event', user, goal: field('ea'), at, value: field('ev'), currency: field('cu') });
    }
    return { status: 200 };
  }

  async function upload({ query, headers, body }: PartnerRequest): Promise<PartnerAnswer> {
    const comment = query.get('comment') ?? '';
    if (!/^[\dA-Za-zА-Яа-яЁё]{0,255}$/.test(comment)) return failure(400, 'invalid_parameter', 'comment is invalid');
    const parts = await parseMultipart(body, headers['content-type'] ?? '');
    const file = parts?.find((part) => part.kind === 'file' && part.field === 'file');
    if (file?.kind !== 'file') return failure(400, 'missing_parameter', 'file is required');
    const read = readConversions(file.bytes.toString('utf8'), Math.floor(options.now() / 1_000));
    if (typeof read === 'string') return failure(400, 'invalid_uploading', read);
    world.push(...read.rows);
    const uploading: Upload = {
      ...{ id: uploads.length + 1, create_time: new Date(options.now()).toISOString(), comment },
      ...{ source_quantity: read.total, line_quantity: read.rows.length },
      ...{ client_id_type: idTypes[read.idType] ?? '', status: 'UPLOADED' },
    };
    uploads.unshift(uploading);
    return jsonAnswer(200, { uploading });
  }

  async function manage(request: PartnerRequest): Promise<PartnerAnswer> {
    const match = /^\/management\/v1\/counter\/(\d+)\/offline_conversions\/(upload|uploadings)$/.exec(request.path);
    if (match === null) return failure(404, 'not_found', 'Object not found');
    const [, token] = /^OAuth (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) return failure(401, 'unauthorized', 'Authorization required');
    if (token !== options.oauthToken) return failure(403, 'invalid_token', `Invalid oauth_token ${token}`);
    if (match[1] !== options.counterId) return failure(403, 'access_denied', 'Access is denied');
    if (match[2] === 'upload')
      return request.method === 'POST' ? upload(request) : failure(405, 'invalid_parameter', 'POST only');
    const offset = Number(request.query.get('offset') ?? 0);
    const limit = Number(request.query.get('limit') ?? 10_000);
    return jsonAnswer(200, { uploadings: uploads.slice(offset, offset + limit) });
  }

  const server = await startPartner((request) => (request.path === '/collect' ? collect(request) : manage(request)));
  return { ...server, world, lost, pageviews, visit: (clientId, at) => void lastSeen.set(clientId, at) };
}

/** Rows of a file; a text where all of it is refused. A row without an ID or a goal is left out. */
function readConversions(text: string, now: number): { idType: string; total: number; rows: MetricaRecord[] } | string {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const columns = header.split(',').map((name) => name.trim());
  const idType = columns.find((name) => Object.hasOwn(idTypes, name));
  if (idType === undefined || !columns.includes('Target') || !columns.includes('DateTime'))
    return 'columns are missing';
  const rows: MetricaRecord[] = [];
  for (const line of lines) {
    const cells = splitRow(line);
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const at = Number(cell('DateTime'));
    if (cells.length !== columns.length) return `wrong number of columns in ${line}`;
    if (!Number.isInteger(at) || at <= 0) return `DateTime is invalid in ${line}`;
    if (at >= now) return 'DateTime is in the future';
    const isPriced = /^\d+(\.\d+)?$/.test(cell('Price')) && /^[A-Z]{3}$/.test(cell('Currency'));
    if (cell(idType) === '' || cell('Target') === '') continue;
    rows.push({
      ...{ way: 'offline', user: cell(idType), goal: cell('Target'), at },
      ...{ value: isPriced ? cell('Price') : '', currency: isPriced ? cell('Currency') : '' },
    });
  }
  return { idType, total: lines.length, rows };
}

/** Cells of a line; quotes are doubled inside quoted ones. */
const splitRow = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );

const failure = (status: number, type: string, message: string): PartnerAnswer =>
  jsonAnswer(status, { errors: [{ error_type: type, message }], code: status, message });
