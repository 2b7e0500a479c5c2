import * as z from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import { AppError } from '../errors.ts';

export interface AdminDeps {
  accounts: Pick<Accounts, 'createAccount' | 'setPassword' | 'endSecondFactor' | 'byEmail' | 'list'>;
  bots: Pick<Bots, 'add' | 'all' | 'rotateApiKey' | 'byKey'>;
}

type Command = (deps: AdminDeps, options: Record<string, string>) => Promise<Record<string, unknown>>;

const email = z.email().trim().toLowerCase();
const password = z.string().min(8).max(128);
const botKey = z.string().regex(/^[0-9a-f]{13}$/);

/** What the operator can do from the shell, with or without a running server. Each prints one JSON object. */
export const adminCommands = {
  'create-account': async (deps, options) => {
    const given = read({ email, password }, options);
    const account = await deps.accounts.createAccount(given);
    return { key: account.key, email: account.email };
  },
  'reset-password': async (deps, options) => {
    const given = read({ email, password }, options);
    const account = await deps.accounts.setPassword(given);
    return { key: account.key, email: account.email };
  },
  'reset-second-factor': async (deps, options) => {
    const given = read({ email }, options);
    const account = await deps.accounts.endSecondFactor(given.email);
    return { key: account.key, email: account.email };
  },
  'create-bot': async (deps, options) => {
    const given = read(
      { account: email, name: z.string().regex(/^@?[a-z0-9_]{2,29}bot$/i), connect: z.literal('api').default('api') },
      options,
    );
    const account = await deps.accounts.byEmail(given.account);
    if (account === null) throw new AppError('userNotFound', { field: 'account' });
    const { bot, apiKey } = await deps.bots.add(account.key, given.name.replace(/^@/, ''));
    return { key: bot.key, api_key: apiKey, name: bot.bot_name, connect: given.connect };
  },
  'rotate-key': async (deps, options) => {
    const { bot } = read({ bot: botKey }, options);
    return { key: bot, api_key: await deps.bots.rotateApiKey(bot) };
  },
  list: async (deps) => {
    const [accounts, bots] = await Promise.all([deps.accounts.list(), deps.bots.all()]);
    return {
      accounts: accounts.map(({ key, email }) => ({ key, email })),
      bots: bots.map((bot) => ({ key: bot.key, name: bot.bot_name, account: bot.account_key, demo: bot.is_demo })),
    };
  },
} as const satisfies Record<string, Command>;

export type AdminCommand = keyof typeof adminCommands;

export const isAdminCommand = (name: string): name is AdminCommand => Object.hasOwn(adminCommands, name);

function read<Shape extends z.ZodRawShape>(
  shape: Shape,
  options: Record<string, string>,
): z.output<z.ZodObject<Shape>> {
  const parsed = z.strictObject(shape).safeParse(options);
  if (parsed.success) return parsed.data as z.output<z.ZodObject<Shape>>;
  const [issue] = parsed.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  throw new AppError('InvalidField', { field: field ?? '', message: `--${field}: ${issue?.message ?? 'wrong'}` });
}
