import {
  type CampaignParam,
  campaignParams,
  type HitProblem,
  hitLimits,
  type WidthClass,
  widthClasses,
} from '@botscope/contract';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import { isObject, type JsonObject, text } from '../../telegram/json.ts';
import { type ReadHit, readHit } from './read-hit.ts';

/** Content of a script's request: its events, and the items that cannot be read as one. */
export interface HitRequest {
  /** Key of the Mini App or website. */
  key: string;
  script: string;
  /** When it left, by the device's clock; null = not said. */
  sentAt: number | null;
  /** '' = none. */
  initData: string;
  /** The script's name of the launch; of a website, of the page visit. */
  launchName: string;
  ticket: string;
  platform: string;
  version: string;
  /** Set by websites only. */
  page: PageContext;
  hits: readonly ReadHit[];
  bad: readonly BadHit[];
}

/** Further data in the request of a website. Texts with '' are not reported. */
export interface PageContext {
  host: string;
  /** Host and path. */
  referrer: string;
  campaign: Readonly<Partial<Record<CampaignParam, string>>>;
  width: WidthClass | '';
  hasConsented: boolean;
  /** Proof of the user whose visit it is. */
  proof: string;
}

export interface BadHit {
  problem: HitProblem;
  /** Text of the item as sent, cut. */
  text: string;
}

/** A sentence for users who write such requests themselves, where nothing can be taken. */
export interface Unreadable {
  unreadable: string;
}

/** Reads a body of at most 64 kB. */
export function readHitBody(bytes: Buffer): HitRequest | Unreadable {
  const body = parse(bytes);
  if (!isObject(body)) return { unreadable: 'The body is not a JSON object' };
  const { k, v, sent, i, l, s, p, w, e } = body;
  if (typeof k !== 'string' || !/^[0-9a-f]{32}$/.test(k)) return { unreadable: 'k is not a key' };
  if (typeof l !== 'string' || !/^[0-9a-f]{32}$/.test(l)) return { unreadable: 'l is not 32 hexadecimal digits' };
  if (!Array.isArray(e) || e.length === 0) return { unreadable: 'e has no events' };
  return {
    key: k,
    script: text(typeof v === 'number' ? String(v) : v, hitLimits.word),
    sentAt: typeof sent === 'number' && Number.isFinite(sent) ? sent : null,
    initData: text(i, hitLimits.initData),
    launchName: l,
    ticket: text(s, hitLimits.word),
    platform: text(p, hitLimits.word),
    version: text(w, hitLimits.word),
    page: readPage(body),
    ...readAll(e),
  };
}

/** Reads the page; no value in it makes a request unreadable: a page view is worth more than its source. */
function readPage({ h, r, q, vw, ok, u }: JsonObject): PageContext {
  const params = isObject(q) ? q : {};
  const campaign: Partial<Record<CampaignParam, string>> = {};
  for (const name of campaignParams) {
    const value = text(params[name], hitLimits.campaignValue).trim();
    if (value !== '') campaign[name] = value;
  }
  return {
    host: text(h, hitLimits.hostname).toLowerCase().replace(/\.$/, ''),
    referrer: hostAndPath(text(r, hitLimits.referrer)),
    campaign,
    width: classifyWidth(vw),
    hasConsented: ok === true,
    proof: text(u, hitLimits.proof),
  };
}

/** First width beyond each class but the widest. */
const widthEnds = [576, 768, 992, 1_400];

function classifyWidth(pixels: unknown): WidthClass | '' {
  if (typeof pixels !== 'number' || !(pixels > 0)) return '';
  return widthClasses[widthEnds.filter((end) => pixels >= end).length] ?? '';
}

const referrerForm = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([\p{L}\p{N}.-]+)(?::\d{1,5})?(\/[^?#\s]*)?(?:[?#\s]|$)/iu;

/** A query may hold anything; what is not a host and a path is left out. */
function hostAndPath(referrer: string): string {
  const [, host = '', path = ''] = referrerForm.exec(referrer) ?? [];
  return host.toLowerCase() + path;
}

function readAll(items: readonly unknown[]): Pick<HitRequest, 'hits' | 'bad'> {
  const hits: ReadHit[] = [];
  const badHits: BadHit[] = [];
  for (const item of items.slice(0, hitLimits.events)) {
    const read = readHit(item);
    if (typeof read === 'string') badHits.push({ problem: read, text: jsonExcerpt(item) });
    else hits.push(read);
  }
  for (const item of items.slice(hitLimits.events)) badHits.push({ problem: 'TooMany', text: jsonExcerpt(item) });
  return { hits, bad: badHits };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
