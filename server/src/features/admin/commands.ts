import { pageStatuses, passwordLength, SystemName } from '@botscope/contract';
import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Accounts, OperatorActions } from '../accounts/accounts.ts';
import { byOperator, recordAudit } from '../audit/audit.ts';
import type { BotMoves } from '../bot-moves/bot-moves.ts';
import type { Bots } from '../bots/bots.ts';
import type { Instances } from '../instances/instances.ts';
import type { Pages, StoredPage } from '../pages/pages.ts';

export interface AdminDeps {
  metadata: Pick<Metadata, 'db'>;
  accounts: Pick<Accounts, keyof OperatorActions | 'byEmail' | 'list'>;
  bots: Pick<Bots, 'add' | 'all' | 'rotateApiKey' | 'byKey'>;
  instances: Pick<Instances, 'list' | 'remove'>;
  botMoves: BotMoves;
  miniApps: Pick<Pages<'app'>, 'create' | 'ofBots' | 'one' | 'setStatus' | 'remove'>;
}

type Command = (deps: AdminDeps, options: Record<string, string>) => Promise<Record<string, unknown>>;

const email = z.email().trim().toLowerCase();
const password = z.string().min(passwordLength.min).max(passwordLength.max);
const botKey = z.string().regex(/^[0-9a-f]{13}$/);
const miniAppName = z.string().refine((name) => SystemName.safeParse(name).success, 'letters, digits and _');
const appId = z.coerce.number().int().positive();

const presentApp = ({ id, name, key, status, places: origins }: StoredPage) => {
  return { id, name, key, status, origins };
};

/**
 * Commands of the operator in the shell, with or without a running server. Each prints one JSON object; changes of an
 * account or a bot are in its log.
 */
export const adminCommands = {
  'create-account': async (deps, options) => {
    const input = read({ email, password }, options);
    const account = await deps.accounts.createAccount(input);
    return { key: account.key, email: account.email };
  },
  'reset-password': async (deps, options) => {
    const input = read({ email, password }, options);
    const account = await deps.accounts.setPassword(input);
    return { key: account.key, email: account.email };
  },
  'reset-second-factor': async (deps, options) => {
    const input = read({ email }, options);
    const account = await deps.accounts.endSecondFactor(input.email);
    return { key: account.key, email: account.email };
  },
  'make-admin': (deps, options) => setAdmin(deps, options, true),
  'end-admin': (deps, options) => setAdmin(deps, options, false),
  'create-bot': async (deps, options) => {
    const input = read(
      { account: email, name: z.string().regex(/^@?[a-z0-9_]{2,29}bot$/i), connect: z.literal('api').default('api') },
      options,
    );
    const account = await deps.accounts.byEmail(input.account);
    if (account === null) throw new AppError('userNotFound', { field: 'account' });
    const { bot, apiKey } = await deps.bots.add(account.key, input.name.replace(/^@/, ''));
    const detail = { name: bot.bot_name, type: bot.connection_type };
    await recordAudit(deps.metadata.db, { ...byOperator({ botKey: bot.key }), action: 'bot_added', detail });
    return { key: bot.key, api_key: apiKey, name: bot.bot_name, connect: input.connect };
  },
  'rotate-key': async (deps, options) => {
    const { bot } = read({ bot: botKey }, options);
    const apiKey = await deps.bots.rotateApiKey(bot);
    await recordAudit(deps.metadata.db, { ...byOperator({ botKey: bot }), action: 'api_key_rotated' });
    return { key: bot, api_key: apiKey };
  },
  'add-mini-app': async ({ metadata, miniApps, bots }, options) => {
    const input = read({ bot: botKey, name: miniAppName, origin: z.url().optional() }, options);
    if ((await bots.byKey(input.bot)) === null) throw new AppError('NotFound', { field: 'bot' });
    const places = input.origin === undefined ? [] : [new URL(input.origin).origin];
    const app = await miniApps.create(input.bot, { name: input.name, places, options: null });
    const detail = { name: app.name };
    await recordAudit(metadata.db, { ...byOperator({ botKey: input.bot }), action: 'mini_app_added', detail });
    return presentApp(app);
  },
  'mini-apps': async ({ miniApps }, options) => ({
    mini_apps: (await miniApps.ofBots([read({ bot: botKey }, options).bot])).map(presentApp),
  }),
  'set-mini-app': async ({ metadata, miniApps }, options) => {
    const { bot, id, status } = read({ bot: botKey, id: appId, status: z.enum(pageStatuses) }, options);
    const app = await miniApps.setStatus(bot, id, status);
    const detail = { name: app.name, status };
    await recordAudit(metadata.db, { ...byOperator({ botKey: bot }), action: 'mini_app_changed', detail });
    return presentApp(app);
  },
  'remove-mini-app': async ({ metadata, miniApps }, options) => {
    const { bot, id, name } = read({ bot: botKey, id: appId, name: z.string() }, options);
    const app = await miniApps.remove(bot, id, name);
    const detail = { name: app.name };
    await recordAudit(metadata.db, { ...byOperator({ botKey: bot }), action: 'mini_app_removed', detail });
    return { id };
  },
  list: async (deps) => {
    const [accounts, bots] = await Promise.all([deps.accounts.list(), deps.bots.all()]);
    return {
      accounts: accounts.map(({ key, email, is_admin: admin }) => ({ key, email, admin })),
      bots: bots.map((bot) => ({ key: bot.key, name: bot.bot_name, account: bot.account_key, demo: bot.is_demo })),
    };
  },
  instances: async (deps) => ({
    instances: (await deps.instances.list()).map(({ started_at, seen_at, stored_until, ...rest }) => ({
      ...rest,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      stored_until: stored_until?.toISOString() ?? null,
    })),
  }),
  'remove-instance': async (deps, options) => {
    const { id } = read({ id: z.uuid() }, options);
    if (!(await deps.instances.remove(id))) throw new AppError('NotFound', { field: 'id' });
    return { id };
  },
  'event-servers': async ({ botMoves }) => {
    const [servers, moves] = await Promise.all([botMoves.servers(), botMoves.moves()]);
    return { servers, moves };
  },
  'move-bot': async ({ botMoves }, options) => {
    const { bot, to } = read({ bot: botKey, to: z.string() }, options);
    return { ...(await botMoves.start(bot, to)) };
  },
  'cancel-move': async ({ botMoves }, options) => ({ ...(await botMoves.cancel(read({ bot: botKey }, options).bot)) }),
} as const satisfies Record<string, Command>;

export type AdminCommand = keyof typeof adminCommands;

export const isAdminCommand = (name: string): name is AdminCommand => Object.hasOwn(adminCommands, name);

async function setAdmin({ accounts }: AdminDeps, options: Record<string, string>, isAdmin: boolean) {
  const account = await accounts.setAdmin(read({ email }, options).email, isAdmin);
  return { key: account.key, email: account.email, admin: account.is_admin };
}

function read<Shape extends z.ZodRawShape>(
  shape: Shape,
  options: Record<string, string>,
): z.output<z.ZodObject<Shape>> {
  const result = z.strictObject(shape).safeParse(options);
  if (result.success) return result.data as z.output<z.ZodObject<Shape>>;
  const [issue] = result.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  throw new AppError('InvalidField', { field: field ?? '', message: `--${field}: ${issue?.message ?? 'wrong'}` });
}
