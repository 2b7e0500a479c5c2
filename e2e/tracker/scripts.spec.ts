import { type Browser, expect, test } from '@playwright/test';
import { deliveryScenarios } from './delivery-scenarios.ts';
import { pageScenarios } from './page-scenarios.ts';
import { startPages } from './pages.ts';
import type { Scenario } from './scenario.ts';
import { websiteScenarios } from './website-scenarios.ts';

/** Plays a scenario in a browser profile of its own: nothing of the one before is stored there. */
async function play(browser: Browser, { run }: Scenario): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const pages = await startPages();
  try {
    await run(
      {
        goto: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        back: async () => void (await page.goBack()),
        close: () => page.close(),
      },
      pages,
    );
  } finally {
    await pages.close();
    await context.close();
  }
}

const suites = {
  'the script of a Mini App reports what happens on its page, and nothing that is private': pageScenarios,
  'hits arrive once, however the page or its connection ends': deliveryScenarios,
  'the script of a website reports visits, and leaves its links as their owner wants them': websiteScenarios,
};

for (const [claim, scenarios] of Object.entries(suites)) {
  test(claim, async ({ browser }) => {
    const failures: string[] = [];
    for (const scenario of scenarios) {
      const { name } = scenario;
      // One that fails hides no other.
      await test.step(name, () =>
        play(browser, scenario).catch((error: Error) => void failures.push(`${name}: ${error.stack}`)),
      );
    }
    expect(failures.join('\n\n')).toBe('');
  });
}
