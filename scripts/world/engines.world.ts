import { afterAll, beforeAll, describe, it } from 'vitest';
import { allScenarios } from '../../e2e/tracker/all-scenarios.ts';
import type { Engine } from '../../e2e/tracker/engine.ts';
import { startFirefox } from '../../e2e/tracker/firefox.ts';
import { startPages } from '../../e2e/tracker/pages.ts';
import { startWebKit } from '../../e2e/tracker/webkit.ts';

const engines = [
  { name: 'Firefox', binary: '/usr/bin/firefox-esr', start: startFirefox },
  { name: 'WebKit', binary: '/usr/bin/WebKitWebDriver', start: startWebKit },
];

/** The scripts for pages in the engines that Playwright does not bring along; Chromium is in `npm test`. */
describe.each(engines)('$name', ({ binary, start }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start(binary);
  });
  afterAll(() => engine.close());

  it.each(allScenarios)('$name', async ({ run }) => {
    const pages = await startPages();
    const tab = await engine.open();
    try {
      await run(tab, pages);
    } finally {
      await tab.close();
      await pages.close();
    }
  });
});
