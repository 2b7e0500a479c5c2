/**
 * Who a page is for. `visitors`: only people who are not signed in. `demo`: accounts, and visitors who look around the
 * demo. `account`: accounts only.
 */
export type Audience = 'visitors' | 'demo' | 'account';

/** Where somebody has to go instead of the page that was asked for; null = stay. */
export function guard(audience: Audience, who: { signedIn: boolean; demo: boolean }): '/' | '/signin' | null {
  if (audience === 'visitors') return who.signedIn ? '/' : null;
  if (who.signedIn) return null;
  return audience === 'demo' && who.demo ? null : '/signin';
}
