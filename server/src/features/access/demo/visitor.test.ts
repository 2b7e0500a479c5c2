import { api } from '@botscope/contract';
import { expect, test } from 'vitest';
import { currentVisitor, iterateAsVisitor, runAsVisitor } from './visitor.ts';
import { findEndpointRule } from './visitor-rules.ts';

async function* visitorsOfSteps(): AsyncGenerator<string | undefined> {
  for (let step = 0; step < 2; step += 1) {
    yield currentVisitor();
    await Promise.resolve();
  }
}

test('each step of a generator runs for its visitor, in the context of another one too', async () => {
  const seen: unknown[] = [];
  await runAsVisitor('eve', async () => {
    for await (const visitor of iterateAsVisitor('ann', visitorsOfSteps())) seen.push([visitor, currentVisitor()]);
    for await (const visitor of iterateAsVisitor(undefined, visitorsOfSteps())) seen.push([visitor, currentVisitor()]);
  });
  expect(seen).toEqual([
    ['ann', 'eve'],
    ['ann', 'eve'],
    [undefined, 'eve'],
    [undefined, 'eve'],
  ]);
  expect(currentVisitor()).toBeUndefined();
});

test('an endpoint of campaigns or of changes to segments says what visitors of the demo may do', () => {
  expect(() => findEndpointRule({ ...api.getCampaign })).toThrow('may visitors of the demo call');
  expect(() => findEndpointRule({ ...api.removeSegment })).toThrow('may visitors of the demo call');
  expect(findEndpointRule(api.listSegments)).toBeUndefined();
  expect(findEndpointRule(api.keepRecipients)).toBe('closed');
});
