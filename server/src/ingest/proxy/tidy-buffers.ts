import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Streamed bytes between two collections. */
const bytesBetween = 8_388_608;

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | null = null;
let passed = 0;

/**
 * To be called for each piece of a stream that passes. Node gives every piece memory of its own, and V8 looks for what is
 * free only after some 60 MB of them, by when they are in no cache: an upload of 50 MB cost 90 ms of processor time and
 * 60 MB of memory. Collecting the young generation every 8 MB (a millisecond) makes it 45 ms and 12 MB.
 */
export function notePassed(bytes: number): void {
  passed += bytes;
  if (passed < bytesBetween) return;
  passed = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc');
  const exposed: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof exposed === 'function' ? (exposed as Collect) : () => undefined;
}
