/**
 * Who a page is for. `visitors`: only people who are not signed in. `demo`: accounts, and visitors who look around the
 * demo. `account`: accounts only.
 */
export type Visibility = 'visitors' | 'demo' | 'account';

/** Where a visitor has to go instead of the page that was asked for; null = stay. */
export function guard(visibility: Visibility, who: { signedIn: boolean; demo: boolean }): '/' | '/signin' | null {
  if (visibility === 'visitors') return who.signedIn ? '/' : null;
  if (who.signedIn) return null;
  return visibility === 'demo' && who.demo ? null : '/signin';
}
