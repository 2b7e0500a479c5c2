import { test } from '@playwright/test';
import { allScenarios } from './all-scenarios.ts';
import { startPages } from './pages.ts';

for (const { name, run } of allScenarios) {
  test(name, async ({ page }) => {
    const pages = await startPages();
    await run(
      {
        goto: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        back: async () => void (await page.goBack()),
        close: () => page.close(),
      },
      pages,
    );
    await pages.close();
  });
}
