import { guarded } from './guarded.ts';

/**
 * The path of the page, without query. Routers that keep their route in the hash are understood; any other hash is left
 * out, because that of a Mini App holds its initData, which is as good as a password.
 */
export function pagePath(): string {
  const { pathname, hash } = location;
  const route = /^#!?(\/[^?&#]+)/.exec(hash)?.[1];
  return route ? pathname.replace(/\/$/, '') + route : pathname;
}

/** Calls with each new path of an application that changes pages by itself. */
export function watchPath(report: (path: string) => void): void {
  let path = pagePath();
  const look = guarded(() => {
    const now = pagePath();
    if (now === path) return;
    path = now;
    report(now);
  });
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...parameters) {
      original.apply(this, parameters);
      look();
    };
  }
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
}
