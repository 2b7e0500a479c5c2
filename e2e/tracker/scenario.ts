import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from './engine.ts';
import type { Pages } from './pages.ts';

export interface Scenario {
  name: string;
  run(tab: Tab, pages: Pages): Promise<void>;
}

const waitMs = 20_000;

/** Tries until it holds: pages report when they like. */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(50);
    }
  }
}

export const names = (pages: Pages): string[] => pages.taken.map(({ n }) => n);
/** IDs of the hits of one name: a copy has that of the first one. */
export const idsOf = (pages: Pages, name: string): Set<string> =>
  new Set(pages.taken.filter(({ n }) => n === name).map(({ id }) => id));
export const expectHits = (pages: Pages, ...hitNames: string[]) =>
  eventually(() => {
    for (const name of hitNames) assert.ok(names(pages).includes(name), `${name} in ${names(pages)}`);
  });

/** Expects the page to keep no unsent hits. */
export async function nothingLeft(tab: Tab): Promise<void> {
  await eventually(async () => {
    assert.equal(await tab.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('bs:')).length`), 0);
  });
}

/** Expects the page to keep no unsent hits, and no hit to have been sent twice. */
export async function nothingLost(tab: Tab, pages: Pages): Promise<void> {
  await nothingLeft(tab);
  const ids = pages.taken.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'a hit twice');
}

/** A page whose answer was lost sends again; a copy has the ID of the first one, and the server counts it once. */
export function countedOnce(pages: Pages, pattern: RegExp): void {
  const ids = new Map<string, Set<string>>();
  for (const { id, n } of pages.taken) if (pattern.test(n)) ids.set(n, (ids.get(n) ?? new Set()).add(id));
  for (const [name, each] of ids) assert.equal(each.size, 1, name);
}

/** The statement by which a page reports an event of its own. */
export const push = (item: object): string => `(window.botscope = window.botscope || []).push(${JSON.stringify(item)})`;
