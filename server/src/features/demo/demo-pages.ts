import type { BotRow } from '../bots/bots.ts';
import type { MiniApps } from '../mini-apps/mini-apps.ts';
import type { Websites } from '../websites/websites.ts';

const host = 'shop.example.com';
const demoApp = { system_name: 'shop', origins: [`https://${host}`] };
const demoSite = { name: 'Shop', domains: [host] };

export interface PagesDeps {
  miniApps: Pick<MiniApps, 'ofBots' | 'create'>;
  websites: Pick<Websites, 'ofBots' | 'create'>;
}

/** The numbers of the demo's Mini App and website. */
export interface DemoPages {
  app: number;
  site: number;
}

/** The Mini App and the website of the demo shop, which its history is reported by. */
export async function ensurePages({ miniApps, websites }: PagesDeps, bot: BotRow): Promise<DemoPages> {
  const [app] = await miniApps.ofBots([bot.key]);
  const [site] = await websites.ofBots([bot.key]);
  return {
    app: (app ?? (await miniApps.create(bot.key, demoApp))).app_id,
    site: (site ?? (await websites.create(bot, demoSite))).site_id,
  };
}
