import type { BotRow } from '../bots/bots.ts';
import { defaultOptions, type PagesByKind } from '../pages/pages.ts';

const host = 'shop.example.com';
const demoApp = { name: 'shop', places: [`https://${host}`], options: null };
const demoSite = { name: 'Shop', places: [host] };

/** The numbers of the demo's Mini App and website. */
export interface DemoPages {
  app: number;
  site: number;
}

/** The Mini App and the website of the demo shop, which its history is reported by. */
export async function ensurePages({ app: apps, site: sites }: PagesByKind, bot: BotRow): Promise<DemoPages> {
  const [app] = await apps.ofBots([bot.key]);
  const [site] = await sites.ofBots([bot.key]);
  return {
    app: (app ?? (await apps.create(bot.key, demoApp))).id,
    site: (site ?? (await sites.create(bot.key, { ...demoSite, options: defaultOptions(bot) }))).id,
  };
}
