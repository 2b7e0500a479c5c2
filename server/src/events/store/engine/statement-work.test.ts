import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { queryError } from './engine-errors.ts';
import type { StatementWork } from './statement-work.ts';
import { watchWork } from './statement-work.ts';

const timeIsUp = new Error('Code: 159. DB::Exception: Timeout exceeded: elapsed 20000 ms, maximum: 20000 ms.');
const memory = (scope: string) =>
  new Error(`Code: 241. DB::Exception: ${scope} memory limit exceeded: would use 2 GiB.`);

test.each<[string, Error, StatementWork | undefined, string]>([
  ['one core until the end', timeIsUp, { elapsed: 16, processor: 15.9 }, 'QueryTooHeavy'],
  ['two cores until the end', timeIsUp, { elapsed: 16, processor: 31 }, 'QueryTooHeavy'],
  ['half a core, beside three others', timeIsUp, { elapsed: 16, processor: 8 }, 'Overloaded'],
  ['nothing, behind statements of an earlier rank', timeIsUp, { elapsed: 16, processor: 0.01 }, 'Overloaded'],
  ['no answer to the look: the host was too busy for it', timeIsUp, undefined, 'Overloaded'],
  ['the memory of a statement', memory('Query'), undefined, 'QueryTooHeavy'],
  ['the memory of the engine', memory('(total)'), undefined, 'Overloaded'],
])('%s', (_, error, work, code) => {
  const mappedError = queryError(error, work);
  expect(mappedError).toMatchObject({ code });
  expect(mappedError instanceof AppError && mappedError.retryAfterS).toBe(code === 'Overloaded' ? 10 : undefined);
});

test('a look that fails leaves what an earlier one has seen', async () => {
  const looks = [async () => ({ elapsed: 1, processor: 1 }), async () => Promise.reject(new Error('closed'))];
  const lastLook = Promise.withResolvers<void>();
  const watch = watchWork(0.01, async () => {
    const look = looks.shift();
    if (looks.length === 0) setImmediate(lastLook.resolve);
    return look?.();
  });
  await lastLook.promise;
  expect(watch.work()).toEqual({ elapsed: 1, processor: 1 });
  watch.stop();
});
