/** Links that everyone understands; the last one is what Telegram's own affiliate programs send. */
export const givenSamples = [
  'source-news1_medium-email',
  'source-site_campaign-autumn_medium-banner',
  'spring_sale',
  'friend-482913',
  '_tgr_Xk2mQ1',
] as const;

/** The most that the preview takes, less those that are always there. */
export const mostOwnSamples = 20 - givenSamples.length;
const storageKey = (bot: string) => `start-samples:${bot}`;

/** Own samples of a bot, kept in this browser alone: they are a help while editing, not data. */
export function readSamples(bot: string): string[] {
  try {
    const storedSamples: unknown = JSON.parse(localStorage.getItem(storageKey(bot)) ?? '[]');
    return Array.isArray(storedSamples)
      ? storedSamples.filter((each): each is string => typeof each === 'string').slice(0, mostOwnSamples)
      : [];
  } catch {
    return [];
  }
}

export function keepSamples(bot: string, samples: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(bot), JSON.stringify(samples));
  } catch {
    // Without storage they live as long as the page.
  }
}
