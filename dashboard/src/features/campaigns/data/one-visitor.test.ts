import { expect, test } from 'vitest';
import { asOneVisitor } from './one-visitor.ts';

test('what is created waits for what was sent before, and goes on after its failure', async () => {
  const steps: string[] = [];
  const createOne = (name: string, failure?: Error) => async () => {
    steps.push(`${name} is sent`);
    await new Promise((resolve) => setTimeout(resolve));
    steps.push(`${name} is answered`);
    if (failure !== undefined) throw failure;
    return name;
  };
  const campaign = asOneVisitor(createOne('the campaign', new Error('no connection')));
  const file = asOneVisitor(createOne('the file'));
  await expect(campaign).rejects.toThrow('no connection');
  expect(await file).toBe('the file');
  expect(steps).toEqual([
    'the campaign is sent',
    'the campaign is answered',
    'the file is sent',
    'the file is answered',
  ]);
});
