import { updateKinds } from '@botscope/contract';
import { offByDefault, type UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';

/** The kinds a bot receives; `undefined` stands for the default: all but the three that are off. */
export type AllowedUpdates = readonly string[] | undefined;

/**
 * Applies the parameter `allowed_updates` to the previous choice. Absent, broken or non-array values (Go clients send
 * the text "null") keep it; an empty list, or one without a known name, resets it to the default.
 */
export function nextAllowedUpdates(previous: AllowedUpdates, parameter: string): AllowedUpdates {
  let value: unknown;
  try {
    value = JSON.parse(parameter);
  } catch {
    return previous;
  }
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string')) return previous;
  const requestedNames = value.map((name) => String(name).toLowerCase());
  const kinds: readonly string[] = updateKinds.filter((kind) => requestedNames.includes(kind));
  const isDefault = kinds.length === 0 || kinds.join() === defaultKinds.join();
  return isDefault ? undefined : kinds;
}

/** Whether an update of this kind would be created for the bot at all. */
export function isAllowed(allowedKinds: AllowedUpdates, kind: string): boolean {
  return (allowedKinds ?? defaultKinds).includes(kind);
}

/** The kind of an update: its one field beside the number. */
export function kindOf(body: UpdateBody): string {
  const kind = Object.keys(body).find((key) => key !== 'update_id');
  if (kind === undefined) throw new Error('an update needs content beside its number');
  return kind;
}

const defaultKinds = updateKinds.filter((kind) => !offByDefault.includes(kind));
