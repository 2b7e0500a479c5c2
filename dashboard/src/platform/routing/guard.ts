/**
 * Users that a page is for. `visitors`: only those who are not signed in. `demo`: accounts, and visitors who look
 * around the demo. `account`: accounts only.
 */
export type Visibility = 'visitors' | 'demo' | 'account';

/** Returns the page a visitor has to go to instead of the one that was requested; null = stay. */
export function guard(visibility: Visibility, visitor: { signedIn: boolean; demo: boolean }): '/' | '/signin' | null {
  if (visibility === 'visitors') return visitor.signedIn ? '/' : null;
  if (visitor.signedIn) return null;
  return visibility === 'demo' && visitor.demo ? null : '/signin';
}
