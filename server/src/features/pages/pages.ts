import { maxPages, type WebsiteOptions } from '@botscope/contract';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { newHitKey } from '../../ingest/hits/hit-keys.ts';
import type { PageKind } from '../../ingest/hits/hit-page.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import { createPageStore, type PageDraft, type StoredPage } from './page-store.ts';

export type { StoredPage } from './page-store.ts';
export type { SiteUsers } from './site-users.ts';

/** The Mini Apps of bots, or their websites. */
export interface Pages<Kind extends PageKind> {
  /** The newest first. */
  ofBots(bots: readonly string[]): Promise<StoredPage<Kind>[]>;
  /** @throws AppError NotFound */
  one(bot: string, id: number): Promise<StoredPage<Kind>>;
  /** @throws AppError AppAlreadyExists or SiteAlreadyExists (its name), TooManyMiniApps or TooManyWebsites beyond 100 */
  create(bot: string, draft: PageDraft): Promise<StoredPage<Kind>>;
  /** @throws AppError NotFound, AppAlreadyExists or SiteAlreadyExists (its name) */
  update(bot: string, id: number, draft: PageDraft): Promise<StoredPage<Kind>>;
  /** @throws AppError NotFound */
  setStatus(bot: string, id: number, status: StoredPage['status']): Promise<StoredPage<Kind>>;
  /** @throws AppError NotFound */
  rotateKey(bot: string, id: number, keepHours: number): Promise<StoredPage<Kind>>;
  /**
   * Takes no more hits at once, and a website's tickets are gone; what it has reported is deleted soon after.
   * @throws AppError NotFound, InvalidField (its name)
   */
  remove(bot: string, id: number, name: string): Promise<StoredPage<Kind>>;
}

/** Both kinds, as other features get them. */
export interface PagesByKind {
  app: Pages<'app'>;
  site: Pages<'site'>;
}

/** Fields and errors of the API, which has its own words for each kind. */
const kinds = {
  app: { id: 'app_id', name: 'system_name', exists: 'AppAlreadyExists', tooMany: 'TooManyMiniApps' },
  site: { id: 'site_id', name: 'name', exists: 'SiteAlreadyExists', tooMany: 'TooManyWebsites' },
} as const;

export function createPages<Kind extends PageKind>(
  kind: Kind,
  deps: {
    metadata: Pick<Metadata, 'db'>;
    bus: Pick<Bus, 'publish'>;
    /** Deletes the tickets of a website that is removed. */
    eraseTickets?: (site: number) => Promise<void>;
    now?: () => number;
  },
): Pages<Kind> {
  const { bus, now = Date.now } = deps;
  const { db } = deps.metadata;
  const names = kinds[kind];
  const rows = createPageStore(db, kind);

  const assertFound = (page: StoredPage<Kind> | undefined): StoredPage<Kind> => {
    if (page === undefined) throw new AppError('NotFound', { field: names.id });
    return page;
  };
  const publishChange = (page: StoredPage<Kind> | undefined): StoredPage<Kind> => {
    const changedPage = assertFound(page);
    bus.publish('pages-changed', changedPage.bot);
    return changedPage;
  };
  /** One at a time for each bot, so that names stay different and the limit holds. */
  const withBotLock = (
    bot: string,
    name: string,
    write: (inside: ReturnType<typeof createPageStore<Kind>>, count: number) => Promise<StoredPage<Kind> | undefined>,
    except?: number,
  ): Promise<StoredPage<Kind> | undefined> =>
    db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      const inside = createPageStore(transaction, kind);
      const all = await inside.ofBots([bot]);
      const isTaken = all.some((page) => page.id !== except && page.name.toLowerCase() === name.toLowerCase());
      if (isTaken) throw new AppError(names.exists, { field: names.name });
      return write(inside, all.length);
    });
  const one = async (bot: string, id: number) => assertFound(await rows.one(bot, id));

  return {
    ofBots: rows.ofBots,
    one,
    async create(bot, draft) {
      const page = await withBotLock(bot, draft.name, (inside, count) => {
        if (count >= maxPages) throw new AppError(names.tooMany);
        return inside.insert({ ...unique(draft), bot, key: newHitKey(), createdAt: new Date(now()) });
      });
      return publishChange(page);
    },
    update: async (bot, id, draft) =>
      publishChange(await withBotLock(bot, draft.name, (inside) => inside.update(bot, id, unique(draft)), id)),
    setStatus: async (bot, id, status) => publishChange(await rows.setStatus(bot, id, status)),
    async rotateKey(bot, id, keepHours) {
      const until = keepHours === 0 ? null : new Date(now() + keepHours * hourMs);
      return publishChange(await rows.replaceKey(bot, id, newHitKey(), until));
    },
    async remove(bot, id, name) {
      if ((await one(bot, id)).name !== name.trim()) throw new AppError('InvalidField', { field: names.name });
      const removedPage = await rows.remove(bot, id, new Date(now()));
      // Before the others are notified: they forget what they have resolved then.
      await deps.eraseTickets?.(id);
      return publishChange(removedPage);
    },
  };
}

const unique = (draft: PageDraft): PageDraft => ({ ...draft, places: [...new Set(draft.places)] });

/** Readable links are of use where the bot's rules cut payloads into parameters. */
export function defaultOptions(bot: { start_rules: unknown }): WebsiteOptions {
  const isCut = toStartRules(bot).type !== 'auto';
  return {
    link_mode: isCut ? 'readable' : 'ticket',
    decorate_links: { payload: false },
    consent: 'auto',
    gpc: 'tickets',
    know_users: false,
  };
}
