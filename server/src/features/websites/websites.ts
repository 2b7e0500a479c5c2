import { mostWebsites, type Website, type WebsiteOptions, type WebsiteStatus } from '@botscope/contract';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { newHitKey, shownOldKeyUntil } from '../../ingest/hits/hit-keys.ts';
import type { HitLimits } from '../../ingest/hits/hit-limits.ts';
import type { HitReceiver } from '../../ingest/hits/take-hits.ts';
import type { UnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { BotRow } from '../bots/bots.ts';
import { createWebsiteStore, type StoredSite } from './website-store.ts';

/** Takes what pages of websites report; Mini Apps have the route. */
export interface WebsiteHits {
  receiver(limits: HitLimits): HitReceiver;
  /** Unknown keys of websites and of Mini Apps. */
  unknownKeys: UnknownKeys;
}

export interface WebsiteDraft {
  name: string;
  domains: readonly string[];
  options: WebsiteOptions;
}

/** The websites of bots. */
export interface Websites {
  /** The newest first. */
  ofBots(bots: readonly string[]): Promise<Website[]>;
  /** @throws AppError NotFound */
  one(bot: string, id: number): Promise<Website>;
  /** @throws AppError SiteAlreadyExists (name), TooManyWebsites beyond 100 */
  create(
    bot: BotRow,
    draft: Omit<WebsiteDraft, 'options'> & { options?: WebsiteOptions | undefined },
  ): Promise<Website>;
  /** @throws AppError NotFound, SiteAlreadyExists (name) */
  update(bot: string, id: number, draft: WebsiteDraft): Promise<Website>;
  /** @throws AppError NotFound */
  setStatus(bot: string, id: number, status: WebsiteStatus): Promise<Website>;
  /** @throws AppError NotFound */
  rotateKey(bot: string, id: number, keepHours: number): Promise<Website>;
  /**
   * Takes no more hits at once, and its tickets are gone; what it has reported is deleted soon after.
   * @throws AppError NotFound, InvalidField (name)
   */
  remove(bot: string, id: number, name: string): Promise<Website>;
}

export function createWebsites(deps: {
  metadata: Pick<Metadata, 'db'>;
  bus: Pick<Bus, 'publish'>;
  siteTickets: { eraseSite(site: number): Promise<void> };
  now?: () => number;
}): Websites {
  const { bus, siteTickets, now = Date.now } = deps;
  const { db } = deps.metadata;
  const rows = createWebsiteStore(db);

  const publishChange = (site: StoredSite | undefined): Website => {
    if (site === undefined) throw new AppError('NotFound', { field: 'site_id' });
    bus.publish('websites-changed', site.bot);
    return presentSite(site, now());
  };
  /** One at a time for each bot, so that names stay different and the limit holds. */
  const withBotLock = (
    bot: string,
    name: string,
    write: (inside: ReturnType<typeof createWebsiteStore>, count: number) => Promise<StoredSite | undefined>,
    except?: number,
  ): Promise<StoredSite | undefined> =>
    db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      const inside = createWebsiteStore(transaction);
      const all = await inside.ofBots([bot]);
      const isTaken = all.some((site) => site.id !== except && site.name.toLowerCase() === name.toLowerCase());
      if (isTaken) throw new AppError('SiteAlreadyExists', { field: 'name' });
      return write(inside, all.length);
    });
  const one = async (bot: string, id: number): Promise<StoredSite> => {
    const site = await rows.one(bot, id);
    if (site === undefined) throw new AppError('NotFound', { field: 'site_id' });
    return site;
  };

  return {
    ofBots: async (bots) => (await rows.ofBots(bots)).map((site) => presentSite(site, now())),
    one: async (bot, id) => presentSite(await one(bot, id), now()),
    async create({ key: bot, start_rules }, { name, domains, options = defaultOptions({ start_rules }) }) {
      const site = await withBotLock(bot, name, (inside, count) => {
        if (count >= mostWebsites) throw new AppError('TooManyWebsites');
        const createdAt = new Date(now());
        return inside.insert({ bot, name, domains: unique(domains), options, key: newHitKey(), createdAt });
      });
      return publishChange(site);
    },
    async update(bot, id, draft) {
      const columns = { ...draft, domains: unique(draft.domains) };
      return publishChange(await withBotLock(bot, draft.name, (inside) => inside.update(bot, id, columns), id));
    },
    setStatus: async (bot, id, status) => publishChange(await rows.setStatus(bot, id, status)),
    async rotateKey(bot, id, keepHours) {
      const until = keepHours === 0 ? null : new Date(now() + keepHours * hourMs);
      return publishChange(await rows.replaceKey(bot, id, newHitKey(), until));
    },
    async remove(bot, id, name) {
      if ((await one(bot, id)).name !== name.trim()) throw new AppError('InvalidField', { field: 'name' });
      const removedSite = await rows.remove(bot, id, new Date(now()));
      // Before the others are notified: they forget what they have resolved then.
      await siteTickets.eraseSite(id);
      return publishChange(removedSite);
    },
  };
}

/** Readable links are of use where the bot's rules cut payloads into parameters. */
function defaultOptions(bot: { start_rules: unknown }): WebsiteOptions {
  const isCut = toStartRules(bot).type !== 'auto';
  return {
    link_mode: isCut ? 'readable' : 'ticket',
    decorate_links: { payload: false },
    consent: 'auto',
    gpc: 'tickets',
    know_users: false,
  };
}

const unique = (domains: readonly string[]): string[] => [...new Set(domains)];

const presentSite = (site: StoredSite, now: number): Website => ({
  site_id: site.id,
  bot_key: site.bot,
  name: site.name,
  key: site.key,
  old_key_until: shownOldKeyUntil(site, now),
  status: site.status,
  domains: [...site.domains],
  options: site.options,
  created_at: site.createdAt.toISOString(),
});
