import { type MiniApp, type MiniAppStatus, mostMiniApps } from '@botscope/contract';
import { newHitKey, shownOldKeyUntil } from '../../ingest/hits/hit-keys.ts';
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import { createMiniAppStore, type StoredApp } from './mini-app-store.ts';

export { forgetRemoved } from './forget-removed.ts';

export interface MiniAppDraft {
  system_name: string;
  origins: readonly string[];
}

/** The Mini Apps of bots. */
export interface MiniApps {
  /** The newest first. */
  ofBots(bots: readonly string[]): Promise<MiniApp[]>;
  /** @throws AppError NotFound */
  one(bot: string, id: number): Promise<MiniApp>;
  /** @throws AppError AppAlreadyExists (system_name), TooManyMiniApps beyond 100 */
  create(bot: string, draft: MiniAppDraft): Promise<MiniApp>;
  /** @throws AppError NotFound, AppAlreadyExists (system_name) */
  update(bot: string, id: number, draft: MiniAppDraft): Promise<MiniApp>;
  /** @throws AppError NotFound */
  setStatus(bot: string, id: number, status: MiniAppStatus): Promise<MiniApp>;
  /** @throws AppError NotFound */
  rotateKey(bot: string, id: number, keepHours: number): Promise<MiniApp>;
  /** Takes no more hits at once; what it has reported is deleted soon after. @throws AppError NotFound, InvalidField (system_name) */
  remove(bot: string, id: number, systemName: string): Promise<MiniApp>;
}

export function createMiniApps(deps: {
  metadata: Pick<Metadata, 'db'>;
  bus?: Pick<Bus, 'publish'>;
  now?: () => number;
}): MiniApps {
  const { bus = createLocalBus() } = deps;
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;
  const rows = createMiniAppStore(db);

  const publishChange = (app: StoredApp | undefined): MiniApp => {
    if (app === undefined) throw new AppError('NotFound', { field: 'app_id' });
    bus.publish('mini-apps-changed', app.bot);
    return presentApp(app, now());
  };
  /** One at a time for each bot, so that names stay different and the limit holds. */
  const withBotLock = (
    bot: string,
    { system_name }: MiniAppDraft,
    write: (inside: ReturnType<typeof createMiniAppStore>, all: readonly StoredApp[]) => Promise<StoredApp | undefined>,
    except?: number,
  ): Promise<StoredApp | undefined> =>
    db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      const inside = createMiniAppStore(transaction);
      const all = await inside.ofBots([bot]);
      const isTaken = ({ id, systemName }: StoredApp) =>
        id !== except && systemName.toLowerCase() === system_name.toLowerCase();
      if (all.some(isTaken)) throw new AppError('AppAlreadyExists', { field: 'system_name' });
      return write(inside, all);
    });

  return {
    ofBots: async (bots) => (await rows.ofBots(bots)).map((app) => presentApp(app, now())),
    async one(bot, id) {
      const app = await rows.one(bot, id);
      if (app === undefined) throw new AppError('NotFound', { field: 'app_id' });
      return presentApp(app, now());
    },
    async create(bot, draft) {
      const app = await withBotLock(bot, draft, (inside, all) => {
        if (all.length >= mostMiniApps) throw new AppError('TooManyMiniApps');
        const { system_name: systemName, origins } = draft;
        return inside.insert({
          bot,
          systemName,
          origins: unique(origins),
          key: newHitKey(),
          createdAt: new Date(now()),
        });
      });
      return publishChange(app);
    },
    async update(bot, id, draft) {
      const change = { system_name: draft.system_name, origins: JSON.stringify(unique(draft.origins)) };
      return publishChange(await withBotLock(bot, draft, (inside) => inside.update(bot, id, change), id));
    },
    setStatus: async (bot, id, status) => publishChange(await rows.update(bot, id, { status })),
    async rotateKey(bot, id, keepHours) {
      const until = keepHours === 0 ? null : new Date(now() + keepHours * hourMs);
      return publishChange(await rows.replaceKey(bot, id, newHitKey(), until));
    },
    async remove(bot, id, systemName) {
      const app = await rows.one(bot, id);
      if (app === undefined) throw new AppError('NotFound', { field: 'app_id' });
      if (app.systemName !== systemName.trim()) throw new AppError('InvalidField', { field: 'system_name' });
      return publishChange(await rows.update(bot, id, { removed_at: new Date(now()) }));
    },
  };
}

const unique = (origins: readonly string[]): string[] => [...new Set(origins)];

const presentApp = (app: StoredApp, now: number): MiniApp => ({
  app_id: app.id,
  bot_key: app.bot,
  system_name: app.systemName,
  key: app.key,
  old_key_until: shownOldKeyUntil(app, now),
  status: app.status,
  origins: [...app.origins],
  created_at: app.createdAt.toISOString(),
});
