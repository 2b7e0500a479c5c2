import { type HitProblem, hitLimits, type VisitorIds } from '@botscope/contract';
import { isObject, type JsonObject, text } from '../../telegram/json.ts';
import { readVisitorCookies } from './visitor-cookies.ts';

/** One event of a request; '' = not reported. */
export interface ReadHit {
  id: string;
  name: string;
  /** Unix ms by the device's clock. */
  deviceTime: number;
  path: string;
  category: string;
  value: number | null;
  unit: string;
  props: Readonly<Record<string, string | number | boolean>>;
  /** Kept with a ticket alone; absent = none. */
  visitorIds?: VisitorIds;
}

/** 2100: the event store holds no later date. */
const latestTime = 4_102_444_800_000;

/** Reads one event as a script sent it. Texts that are too long are cut: an event is worth more than its last letters. */
export function readHit(item: unknown): ReadHit | HitProblem {
  if (!isObject(item)) return 'NotAnObject';
  const { id, n, t } = item;
  if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id)) return 'WrongId';
  const name = text(n, hitLimits.name).trim();
  if (name === '') return 'WrongName';
  if (typeof t !== 'number' || !(t >= 1) || t >= latestTime) return 'WrongTime';
  const rest = readRest(item);
  return typeof rest === 'string' ? rest : { id, name, deviceTime: Math.floor(t), ...rest };
}

type Rest = Omit<ReadHit, 'id' | 'name' | 'deviceTime'>;

function readRest({ u, c, val, cur, d, ck }: JsonObject): Rest | HitProblem {
  if (!isAbsent(u) && typeof u !== 'string') return 'WrongField';
  if (!isAbsent(c) && typeof c !== 'string') return 'WrongField';
  if (!isAbsent(val) && (typeof val !== 'number' || !Number.isFinite(val))) return 'WrongField';
  if (!isAbsent(cur) && (typeof cur !== 'string' || !/^[A-Za-z]{3}$/.test(cur))) return 'WrongField';
  const props = readProps(d);
  if (typeof props === 'string') return props;
  return {
    path: text(withoutSecrets(u), hitLimits.path),
    category: text(c, hitLimits.category),
    value: typeof val === 'number' ? val : null,
    unit: text(cur, 3).toUpperCase(),
    props,
    ...(!isAbsent(ck) && { visitorIds: readVisitorCookies(ck) }),
  };
}

/** The hash of a Mini App's address holds its initData; a query may hold anything. */
const withoutSecrets = (path: unknown): unknown => (typeof path === 'string' ? path.split(/[?#]/, 1)[0] : path);

function readProps(value: unknown): Rest['props'] | HitProblem {
  if (isAbsent(value)) return {};
  if (!isObject(value)) return 'WrongField';
  const entries = Object.entries(value).filter(([, each]) => !isAbsent(each));
  if (entries.length > hitLimits.props) return 'TooManyProps';
  const props: Record<string, string | number | boolean> = Object.create(null);
  for (const [key, each] of entries) {
    if (key === '' || key.length > hitLimits.propKey) return 'WrongField';
    if (typeof each === 'string') props[key.toWellFormed()] = text(each, hitLimits.propValue);
    else if (typeof each === 'boolean' || (typeof each === 'number' && Number.isFinite(each)))
      props[key.toWellFormed()] = each;
    else return 'WrongField';
  }
  return props;
}

/** Serialisers write null for what is not there. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
