import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

const separator = z.string().check(z.regex(/^[^A-Za-z0-9\s]{1,3}$/));
const parameter = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** Rules that cut a launch payload into parameters. `auto` keeps it whole, under the name `none`. */
export const StartRules = z.object({
  type: z.enum(['auto', 'all', 'only', 'except']),
  params: z.array(parameter).check(z.maxLength(50)),
  paramSeparator: separator,
  valueSeparator: separator,
  sourceParam: parameter,
});
export type StartRules = z.output<typeof StartRules>;

/** Attribution models: the launch that gives users their source where a page does not say otherwise. */
export const sourceDeterminations = ['first', 'last', 'last_significant'] as const;

export const BotSettings = z.object({
  /** A pause longer than this ends a session, minutes. */
  session_gap_minutes: z.number().check(z.int(), z.gte(5), z.lte(240)),
  /** Button data is counted by its first characters, at most this many: data that carries an id would make a line each. */
  callback_max_length: z.number().check(z.int(), z.gte(1), z.lte(64)),
  /** Days that events are kept; null = forever. */
  retention_days: z.nullable(z.number().check(z.int(), z.gte(7), z.lte(3_650))),
  /** Days that entries of the error log are kept. */
  error_days: z.number().check(z.int(), z.gte(1), z.lte(365)),
  source_determination: z.enum(sourceDeterminations),
  /** False for bots in which users write freely: nothing they repeat is a command. */
  hidden_commands: z.boolean(),
  start_rules: StartRules,
});
export type BotSettings = z.output<typeof BotSettings>;

/** A launch payload as rules read it. */
export const ReadPayload = z.object({
  payload: z.string(),
  params: z.record(z.string(), z.string()),
  /** '' = direct. */
  source: z.string(),
  /** Times the payload came; 0 for samples. */
  count: z.number(),
});
export type ReadPayload = z.output<typeof ReadPayload>;

/** `Term`: still being collected; `Stable`: counts as a command; `Disabled`: refused. */
export const hiddenCommandStates = ['Disabled', 'Term', 'Stable'] as const;

export const HiddenCommand = z.object({
  text: z.string(),
  state: z.enum(hiddenCommandStates),
  /** Times sent and users who sent it, in the last 30 days. */
  count: z.number(),
  users: z.number(),
  found_at: z.string(),
});
export type HiddenCommand = z.output<typeof HiddenCommand>;

export const botSettingsEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/bots/{key}/settings',
    access: 'settings.view',
    params: botPath,
    data: BotSettings,
  }),
  /** Settings that are left out keep their values. */
  setSettings: endpoint({
    method: 'POST',
    path: '/bots/{key}/settings',
    access: 'settings.edit',
    params: botPath,
    body: z.partial(BotSettings),
    data: BotSettings,
  }),
  /** Reads samples, and for readers of the report `utm_summary` the bot's latest payloads, by rules that are not saved. */
  previewStartRules: endpoint({
    method: 'POST',
    path: '/bots/{key}/start-rules/preview',
    access: 'settings.view',
    params: botPath,
    body: z.object({
      rules: StartRules,
      /** Payloads or whole links. */
      samples: z.array(z.string().check(z.maxLength(600))).check(z.maxLength(20)),
    }),
    data: z.object({ samples: z.array(ReadPayload), latest: z.array(ReadPayload) }),
  }),
  listHiddenCommands: endpoint({
    method: 'GET',
    path: '/bots/{key}/hidden-commands',
    access: 'settings.view',
    params: botPath,
    data: z.array(HiddenCommand),
  }),
  setHiddenCommand: endpoint({
    method: 'POST',
    path: '/bots/{key}/hidden-commands',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(64)), state: z.enum(hiddenCommandStates) }),
    data: z.array(HiddenCommand),
  }),
};
