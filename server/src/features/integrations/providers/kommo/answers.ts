import type { Outcome, ProviderAnswer } from '../provider.ts';
import { parseJson } from '../provider-error.ts';
import { readStatus } from '../read-status.ts';

export interface FieldError {
  code: string;
  path: string;
  detail: string;
}

/** Members of `_embedded`, such as contacts; none with status 204. */
export function embedded(answer: ProviderAnswer, name: string): Record<string, unknown>[] {
  const list = (parseJson(answer.body)?._embedded as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(list) ? list : [];
}

/** Errors of each entry of a refused request, by its `request_id`. Nothing of such a request was taken. */
export function fieldErrors({ status, body }: ProviderAnswer): ReadonlyMap<string, FieldError[]> {
  const list = status === 400 ? parseJson(body)?.['validation-errors'] : undefined;
  if (!Array.isArray(list)) return new Map();
  return new Map(
    (list as { request_id?: unknown; errors?: unknown }[]).map(({ request_id, errors }) => [
      String(request_id),
      Array.isArray(errors) ? (errors as FieldError[]) : [],
    ]),
  );
}

/** What an answer means for all entries alike. */
export function readAnswer(answer: ProviderAnswer, now: number): Outcome {
  const { title, detail, hint } = parseJson(answer.body) ?? {};
  const words = [answer.status, title, detail, hint].filter((word) => word !== undefined && word !== '').join(' ');
  if (answer.status >= 300 && answer.status < 400) return { kind: 'stop', code: 'misconfigured', detail: words };
  // The account is not paid for.
  if (answer.status === 402) return { kind: 'stop', code: 'quota', detail: words };
  const outcome = readStatus(answer, now);
  return outcome.kind === 'delivered' ? outcome : { ...outcome, detail: words.slice(0, 500) };
}

/** What the errors of one entry mean. `contact`: the contact is not there any more. `field`: neither is a field of ours. */
export function readFieldErrors(errors: readonly FieldError[]): Outcome | 'contact' | 'field' {
  const detail = errors
    .map(({ code, path, detail: words }) => `${path}: ${code} ${words}`)
    .join('; ')
    .slice(0, 500);
  const paths = errors.map(({ path }) => String(path));
  if (paths.some((path) => /^(pipeline_id|status_id)$/.test(path)))
    return { kind: 'stop', code: 'misconfigured', detail };
  if (paths.some((path) => /^custom_fields_values\.\d+\.field_(code|id)$/.test(path))) return 'field';
  if (paths.some((path) => /^(entity_id|_embedded\.contacts\b.*)$/.test(path))) return 'contact';
  return { kind: 'rejected', code: 'rejected', detail };
}
