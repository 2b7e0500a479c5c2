import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { launchHash } from './pages.ts';
import {
  countedOnce,
  eventually,
  expectHits,
  idsOf,
  names,
  nothingLeft,
  nothingLost,
  push,
  type Scenario,
} from './scenario.ts';

/** Delivery of hits to the server: all of them arrive, and each is counted once. */
export const deliveryScenarios: readonly Scenario[] = [
  {
    name: 'a page that is loaded again is the same launch',
    async run(tab, pages) {
      for (let load = 0; load < 4; load += 1) {
        await tab.goto('about:blank');
        await tab.goto(`${pages.url}/app${launchHash}`);
        // A page that is left before it has the answer sends the hit again when it is loaded.
        await eventually(() => assert.equal(idsOf(pages, 'app_launch').size, load + 1));
      }
      assert.equal(new Set(pages.requests.map(({ l }) => l)).size, 1);
      await tab.goto('about:blank');
      await tab.goto(`${pages.url}/app${launchHash.replace(/abab&/, 'abcd&')}`);
      await eventually(() => assert.equal(new Set(pages.requests.map(({ l }) => l)).size, 2));
    },
  },
  {
    name: 'what happens without a connection arrives when it is back, also after a reload, and once',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app${launchHash}`);
      await expectHits(pages, 'app_launch');
      pages.answer('down');
      await tab.evaluate(push({ event: 'one' }));
      await eventually(() => assert.ok(pages.requests.some(({ e }) => e.some(({ n }) => n === 'one'))));
      pages.answer(503);
      await tab.evaluate(push({ event: 'two' }));
      await tab.evaluate(`location.reload()`);
      await wait(500);
      pages.answer(202);
      await expectHits(pages, 'one', 'two');
      await nothingLost(tab, pages);
    },
  },
  {
    name: 'what the server can never take is forgotten, what it has no time for is sent again',
    async run(tab, pages) {
      pages.answer(429);
      await tab.goto(`${pages.url}/app${launchHash}`);
      await eventually(() => assert.ok(pages.requests.length > 0));
      pages.answer(202);
      await expectHits(pages, 'app_launch');
      pages.answer(400);
      await tab.evaluate(push({ event: 'wrong' }));
      await eventually(() => assert.ok(pages.requests.some(({ e }) => e.some(({ n }) => n === 'wrong'))));
      pages.answer(202);
      await tab.evaluate(push({ event: 'right' }));
      await expectHits(pages, 'right');
      assert.ok(!names(pages).includes('wrong'));
      await nothingLost(tab, pages);
    },
  },
  {
    name: 'more events than browsers let a page send at its end: all arrive, none twice',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app${launchHash}`);
      await expectHits(pages, 'app_launch');
      pages.answer(503);
      const longValue = 'x'.repeat(180);
      await tab.evaluate(`for (let at = 0; at < 150; at += 1) window.botscope.push({
        event: 'step' + at, props: { a: '${longValue}' } })`);
      pages.answer(202);
      await tab.goto(`${pages.url}/app${launchHash}&again=1`);
      await tab.evaluate('location.reload()');
      await eventually(() => {
        const steps = new Set(names(pages).filter((name) => name.startsWith('step')));
        assert.equal(steps.size, 150);
      });
      assert.ok(pages.requests.every((request) => JSON.stringify(request).length < 16_384));
    },
  },
  {
    name: 'a page from the cache of the browser goes on, and what it waited with arrives once',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app${launchHash}`);
      await expectHits(pages, 'app_launch');
      await tab.evaluate(push({ event: 'before' }));
      await tab.goto(`${pages.url}/elsewhere`);
      await tab.back();
      await eventually(async () => assert.equal(await tab.evaluate('location.pathname'), '/app'));
      await tab.evaluate(push({ event: 'after' }));
      await expectHits(pages, 'before', 'after');
      // The next page adopts the hits with which pages in the cache still wait.
      await tab.goto(`${pages.url}/app?next${launchHash}`);
      await nothingLeft(tab);
      countedOnce(pages, /before|after/);
    },
  },
  {
    name: 'a tab that is closed at any moment: what was sent was sent once, the rest comes with the next visit',
    async run(tab, pages) {
      for (let round = 0; round < 5; round += 1) {
        await tab.goto(`${pages.url}/app${launchHash}`);
        await tab.evaluate(`for (let at = 0; at < 10; at += 1) window.botscope.push({ event: 'r${round}-' + at })`);
        await wait(round * 40);
        await tab.goto('about:blank');
      }
      await tab.goto(`${pages.url}/app${launchHash}`);
      await eventually(() => {
        const eventNames = new Set(names(pages).filter((name) => /^r\d-/.test(name)));
        assert.equal(eventNames.size, 50);
      });
      countedOnce(pages, /^r\d-/);
    },
  },
];
