import { beforeEach, expect, test } from 'vitest';
import { queryClient } from './call.ts';
import { changeAtOnce } from './optimistic.ts';

const queryKey = ['optimistic test'];
const current = () => queryClient.getQueryData(queryKey);

beforeEach(() => queryClient.setQueryData(queryKey, ['a']));

test('a change shows before the server answers, then the answer does', async () => {
  let answer: (list: string[]) => void = () => undefined;
  const serverAnswer = new Promise<string[]>((resolve) => {
    answer = resolve;
  });
  const change = changeAtOnce<string[]>({ queryKey, apply: (list) => [...list, 'b'], send: () => serverAnswer });
  await expect.poll(current).toEqual(['a', 'b']);
  answer(['a', 'b', 'c']);
  await change;
  expect(current()).toEqual(['a', 'b', 'c']);
});

test('a change that the server refuses goes back, and its error reaches the caller', async () => {
  const change = changeAtOnce<string[]>({
    queryKey,
    apply: () => [],
    send: () => Promise.reject(new Error('refused')),
  });
  await expect(change).rejects.toThrow('refused');
  expect(current()).toEqual(['a']);
});
