import { test } from '@playwright/test';
import { deliveryScenarios } from './delivery-scenarios.ts';
import { pageScenarios } from './page-scenarios.ts';
import { startPages } from './pages.ts';

for (const { name, run } of [...pageScenarios, ...deliveryScenarios]) {
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
