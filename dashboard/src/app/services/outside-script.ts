import type { ChatContext, PageContext } from '@botscope/contract';

declare global {
  interface Window {
    botscopeChat?: ChatContext;
    botscopePage?: PageContext;
  }
}

interface Contexts {
  chat: ChatContext;
  page: PageContext;
}

/** Leaves a word where a script finds it when it begins, and notifies one that runs already. */
export function announce<Name extends keyof Contexts>(name: Name, context: Contexts[Name]): void {
  Object.assign(window, { [name === 'chat' ? 'botscopeChat' : 'botscopePage']: context });
  window.dispatchEvent(new CustomEvent(`botscope:${name}`, { detail: context }));
}

const fetched = new Set<string>();

/** Fetches a script once, when the page has nothing else to do. One that does not come is missed by nobody. */
export function fetchScript(src: string): void {
  if (fetched.has(src)) return;
  fetched.add(src);
  const add = (): void => {
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(add, { timeout: 5_000 });
  else setTimeout(add, 1_000);
}
