import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

/** Error of the management API (yandex.com/dev/metrika/en/intro/errors). */
interface ManagementError {
  errors?: { error_type?: string; message?: string }[];
  message?: string;
}

const detailLength = 500;

/** What the management API says of a request. */
export function readManagementAnswer(answer: ProviderAnswer, now: number): Outcome {
  const outcome = readStatus(answer, now);
  if (outcome.kind === 'delivered') return outcome;
  const { errors = [], message = '' } = parse<ManagementError>(answer.body);
  const type = errors[0]?.error_type ?? '';
  const detail = `${answer.status} ${type} ${errors[0]?.message ?? message}`.trim().slice(0, detailLength);
  // A day's requests are used up; the other quotas are of a second or an hour.
  if (type === 'quota_requests_by_uid' || type === 'quota_requests_by_counter_id')
    return { ...outcome, kind: 'retry', code: 'quota', detail };
  if (type === 'invalid_token') return { kind: 'stop', code: 'unauthorized', detail };
  return { ...outcome, detail };
}

/** What became of a file with so many rows. Metrica leaves bad rows out, and does not say which. */
export function readUpload(answer: ProviderAnswer, rows: number, now: number): Outcome {
  const outcome = readManagementAnswer(answer, now);
  if (outcome.kind === 'split' && rows === 1) return { ...outcome, kind: 'rejected' };
  if (outcome.kind !== 'delivered') return outcome;
  const { uploading } = parse<{ uploading?: { line_quantity?: number } }>(answer.body);
  const taken = uploading?.line_quantity;
  if (taken === undefined || taken >= rows) return outcome;
  const detail = `Metrica took ${taken} of ${rows} rows`;
  return { kind: taken === 0 ? 'rejected' : 'unknown', code: 'rejected', detail };
}

/** A page of the list of uploads: how many it has, and whether one has that comment; null: not a list. */
export function readUploads(answer: ProviderAnswer, comment: string): { count: number; isFound: boolean } | null {
  const { uploadings } = parse<{ uploadings?: { comment?: string }[] }>(answer.body);
  if (!Array.isArray(uploadings)) return null;
  return { count: uploadings.length, isFound: uploadings.some((uploading) => uploading.comment === comment) };
}

function parse<Value extends object>(body: string): Partial<Value> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
