/**
 * Users that a page is for. `visitors`: only those who are not signed in. `demo`: accounts, and visitors who look
 * around the demo. `account`: accounts only.
 */
export type Visibility = 'visitors' | 'demo' | 'account';

/** Returns the page a visitor has to go to instead of the one that was requested; null = stay. */
export function guard(visibility: Visibility, who: { signedIn: boolean; demo: boolean }): '/' | '/signin' | null {
  if (visibility === 'visitors') return who.signedIn ? '/' : null;
  if (who.signedIn) return null;
  return visibility === 'demo' && who.demo ? null : '/signin';
}
