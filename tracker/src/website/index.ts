import { guarded } from '../core/guarded.ts';
import { type SiteEvent, startWebsite, type WebsiteOptions } from './counter.ts';

export type { SiteEvent };

export interface Options extends WebsiteOptions {
  key: string;
  /** Address of Botscope: `https://botscope.example.com`. */
  host: string;
}

/** Counts the page it is called in, and the pages that the application shows after it. Never throws. */
export function createWebsite({ host, ...options }: Options) {
  let site: ReturnType<typeof startWebsite> | undefined;
  guarded(() => {
    site = startWebsite(options, `${host.replace(/\/$/, '')}/hit`);
  })();
  return {
    push: guarded((event: SiteEvent) => site?.push(event)),
    link: (href: string): string => site?.link(href) ?? href,
  };
}
