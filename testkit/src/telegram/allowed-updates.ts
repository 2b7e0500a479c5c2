import { offByDefault, type UpdateBody, updateKinds } from '@botscope/server/simulation/people/telegram-types.ts';

/** The kinds a bot receives; `undefined` stands for the default: all but the three that are off. */
export type AllowedUpdates = readonly string[] | undefined;

/**
 * Applies the parameter `allowed_updates` to the previous choice. Absent, broken or non-array values (Go clients send
 * the text "null") keep it; an empty list, or one without a known name, resets it to the default.
 */
export function nextAllowedUpdates(previous: AllowedUpdates, parameter: string): AllowedUpdates {
  let parsed: unknown;
  try {
    parsed = JSON.parse(parameter);
  } catch {
    return previous;
  }
  if (!Array.isArray(parsed) || parsed.some((name) => typeof name !== 'string')) return previous;
  const wanted = parsed.map((name) => String(name).toLowerCase());
  const known = updateKinds.filter((kind) => wanted.includes(kind));
  const isDefault = known.length === 0 || known.join() === defaultKinds.join();
  return isDefault ? undefined : known;
}

/** Whether an update of this kind would be created for the bot at all. */
export function isAllowed(allowed: AllowedUpdates, kind: string): boolean {
  return (allowed ?? defaultKinds).includes(kind);
}

/** The kind of an update: its one field beside the number. */
export function kindOf(body: UpdateBody): string {
  const kind = Object.keys(body).find((key) => key !== 'update_id');
  if (kind === undefined) throw new Error('an update needs content beside its number');
  return kind;
}

const defaultKinds = updateKinds.filter((kind) => !offByDefault.includes(kind));
