import type { Account, ErrorCode, Permissions } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { Stream } from './streams.ts';

interface Rights {
  account: Account | null;
  permissions: Permissions | null;
}

/** Errors by which the edge rejects a listener without the right (any more). */
const finalErrors: readonly ErrorCode[] = ['NotSignedIn', 'NotFound', 'AccessDenied'];

/**
 * Keeps an open stream to what its listener may see. `check` asks again: who has lost the right gets the event `gone` and
 * is cut off; who may do more or less than before gets a fresh start.
 */
export function keepListening<Admitted extends Rights>(question: {
  stream: Stream;
  admitted: Admitted;
  /** Rejects with an AppError for a listener who may not. */
  admit: () => Promise<Admitted>;
  start: (admitted: Admitted) => () => void;
  /** Called when the account's rights or sign-in may have changed. */
  watch: (account: Account, listener: () => void) => () => void;
}): { check: () => void; stop: () => void } {
  const { stream, admitted, admit, start, watch } = question;
  let current = admitted;
  let stopStarted = start(admitted);
  let isOver = false;

  const look = async (): Promise<void> => {
    if (isOver) return;
    const next = await admit().catch((error: unknown) => {
      if (!isOver && error instanceof AppError && finalErrors.includes(error.code)) stream.send('gone', {});
      return null;
    });
    if (isOver) return;
    // Also when the store does not answer: who listens connects again, and is looked at then.
    if (next === null) return stream.end();
    if (sameRights(current, next)) return;
    current = next;
    stopStarted();
    stopStarted = start(next);
  };
  // One after another: an answer that is late must not undo what a newer one said.
  let looking = Promise.resolve();
  const check = (): void => {
    looking = looking.then(look).catch(() => stream.end());
  };
  const unwatch = admitted.account === null ? null : watch(admitted.account, check);
  return {
    check,
    stop() {
      isOver = true;
      unwatch?.();
      stopStarted();
    },
  };
}

/** True if it is the same user who may do the same: the stream then goes on as it is. */
function sameRights(one: Rights, other: Rights): boolean {
  return (
    one.account?.key === other.account?.key &&
    one.permissions?.role === other.permissions?.role &&
    sameWords(one.permissions?.keys, other.permissions?.keys) &&
    sameWords(one.permissions?.reports, other.permissions?.reports)
  );
}

function sameWords(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word));
}
