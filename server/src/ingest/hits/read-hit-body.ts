import { type HitProblem, hitLimits } from '@botscope/contract';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import { isObject, text } from '../../telegram/json.ts';
import { type ReadHit, readHit } from './read-hit.ts';

/** What a script sent, with its events apart from what cannot be read as one. */
export interface HitRequest {
  /** Key of the Mini App. */
  key: string;
  script: string;
  /** When it left, by the device's clock; null = not said. */
  sentAt: number | null;
  /** '' = none. */
  initData: string;
  /** The script's name of the launch. */
  launchName: string;
  ticket: string;
  platform: string;
  version: string;
  hits: readonly ReadHit[];
  bad: readonly BadHit[];
}

export interface BadHit {
  problem: HitProblem;
  /** What was sent, cut. */
  text: string;
}

/** A sentence for people who write such requests themselves, where nothing can be taken. */
export interface Unreadable {
  unreadable: string;
}

/** Reads a body of at most 64 kB. */
export function readHitBody(bytes: Buffer): HitRequest | Unreadable {
  const body = parse(bytes);
  if (!isObject(body)) return { unreadable: 'The body is not a JSON object' };
  const { k, v, sent, i, l, s, p, w, e } = body;
  if (typeof k !== 'string' || !/^[0-9a-f]{32}$/.test(k)) return { unreadable: 'k is not the key of a Mini App' };
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
    ...readAll(e),
  };
}

function readAll(items: readonly unknown[]): Pick<HitRequest, 'hits' | 'bad'> {
  const hits: ReadHit[] = [];
  const bad: BadHit[] = [];
  for (const item of items.slice(0, hitLimits.events)) {
    const read = readHit(item);
    if (typeof read === 'string') bad.push({ problem: read, text: jsonExcerpt(item) });
    else hits.push(read);
  }
  for (const item of items.slice(hitLimits.events)) bad.push({ problem: 'TooMany', text: jsonExcerpt(item) });
  return { hits, bad };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
