import type { Bundle, SavedBundles } from './delivery.ts';
import { randomText } from './random-text.ts';

const maxChars = 50_000;
const dayMs = 86_400_000;

/**
 * Bundles in the storage of the page, which may be absent, full or forbidden (frames of Telegram Web). Each page has an
 * entry of its own, so that two windows never overwrite each other; a later page adopts what earlier ones left, and
 * both may send it.
 */
export function createSavedBundles(key: string): SavedBundles {
  const prefix = `bs:${key}:`;
  const ownKey = prefix + randomText(8);

  return {
    adopt() {
      const bundles: Bundle[] = [];
      try {
        for (const name of Object.keys(localStorage)) {
          if (!name.startsWith(prefix)) continue;
          const storedBundles = JSON.parse(localStorage[name]) as Bundle[];
          localStorage.removeItem(name);
          for (const bundle of storedBundles) {
            bundle.e = bundle.e.filter(({ t }) => t > Date.now() - dayMs);
            bundles.push(bundle);
          }
        }
      } catch {
        // No bundle is left, or none can be read.
      }
      return bundles;
    },
    save(bundles) {
      try {
        const pendingBundles = bundles.filter(({ e }) => e[0]);
        const text = JSON.stringify(pendingBundles);
        if (!pendingBundles[0]) localStorage.removeItem(ownKey);
        else if (text.length < maxChars) localStorage[ownKey] = text;
      } catch {
        // They are still in memory.
      }
    },
  };
}
