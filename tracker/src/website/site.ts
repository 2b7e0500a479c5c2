import { guarded } from '../core/guarded.ts';
import { takeQueue } from '../core/queue.ts';
import { attributes, reportUrl } from '../core/script-tag.ts';
import { startWebsite } from './counter.ts';

declare global {
  interface Window {
    Botscope?: { link(url: string): string };
  }
}

/** The script of a website, `/site.js`. */
const run = guarded(() => {
  const { push, link } = startWebsite(attributes, reportUrl());
  window.Botscope = { link };
  window.botscope = takeQueue(guarded(push) as (item: unknown) => void, window.botscope);
});

// A page that the browser prepares in advance is not seen yet.
if ((document as { prerendering?: boolean }).prerendering) addEventListener('prerenderingchange', run);
else run();
