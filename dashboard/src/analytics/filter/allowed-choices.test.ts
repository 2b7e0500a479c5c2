import { type Bot, breakdownDimensions, utmMeasures } from '@botscope/contract';
import { expect, it } from 'vitest';
import { allowedChoices } from './allowed-choices.ts';

const colleague = (part: Pick<Bot, 'permissions' | 'reports'>) =>
  ({ key: 'abcdef0123456', role: null, ...part }) as Bot;

it('offers no choice that the server would refuse', () => {
  const ofSources = colleague({ permissions: [], reports: ['utm_summary'] });
  const ofConversions = colleague({
    permissions: ['section.users.list'],
    reports: ['utm_summary', 'conversions_summary'],
  });
  expect(allowedChoices(utmMeasures, ofSources)).toEqual(utmMeasures.filter((one) => one !== 'conversions'));
  expect(allowedChoices(utmMeasures, ofConversions)).toEqual(utmMeasures);
  expect(allowedChoices(breakdownDimensions, ofSources)).not.toContain('segment');
  expect(allowedChoices(breakdownDimensions, ofConversions)).toEqual([...breakdownDimensions]);
  expect(allowedChoices(utmMeasures, null)).not.toContain('conversions');
});
