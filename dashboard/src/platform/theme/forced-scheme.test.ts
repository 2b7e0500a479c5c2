import { expect, test } from 'vitest';
import { forcedScheme } from './forced-scheme.ts';

test.each([
  ['/share/abc', '?theme=dark', 'dark'],
  ['/share/abc', '?lang=ru&theme=light', 'light'],
  ['/share/abc', '?theme=pink', undefined],
  ['/share/abc', '', undefined],
  // A link to the dashboard does not change its reader's choice.
  ['/', '?theme=dark', undefined],
])('%s%s: %s', (pathname, search, scheme) => {
  expect(forcedScheme({ pathname, search })).toBe(scheme);
});
