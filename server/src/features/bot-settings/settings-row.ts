import { BotSettings, type StartRules, sourceDeterminations } from '@botscope/contract';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { AppError } from '../../platform/errors.ts';
import { type BotChange, type BotRow, parseEnum } from '../bots/bots.ts';

/** The settings that a bot's row holds. */
export function settingsOf(bot: BotRow): BotSettings {
  return {
    session_gap_minutes: bot.session_gap_minutes,
    callback_max_length: bot.callback_max_length,
    retention_days: bot.retention_days,
    error_days: bot.error_days,
    source_determination: parseEnum(sourceDeterminations, bot.source_determination, 'first'),
    hidden_commands: bot.finds_hidden_commands,
    start_rules: toStartRules(bot),
  };
}

/** Columns of the fields that `change` names, with the values of the whole. */
export function toColumns(settings: BotSettings, change: Partial<BotSettings>): BotChange {
  const columns: BotChange = {
    ...('session_gap_minutes' in change && { session_gap_minutes: settings.session_gap_minutes }),
    ...('callback_max_length' in change && { callback_max_length: settings.callback_max_length }),
    ...('retention_days' in change && { retention_days: settings.retention_days }),
    ...('error_days' in change && { error_days: settings.error_days }),
    ...('source_determination' in change && { source_determination: settings.source_determination }),
    ...('hidden_commands' in change && { finds_hidden_commands: settings.hidden_commands }),
    ...('start_rules' in change && { start_rules: JSON.stringify(settings.start_rules) }),
  };
  return columns;
}

/** The settings as they would be, checked as a whole. @throws AppError InvalidField, naming the field. */
export function validated(settings: unknown): BotSettings {
  const result = BotSettings.safeParse(settings);
  if (!result.success) throw new AppError('InvalidField', { field: result.error.issues[0]?.path.join('.') ?? '' });
  const { start_rules: rules } = result.data;
  assertRules(rules, 'start_rules');
  return { ...result.data, start_rules: { ...rules, params: [...new Set(rules.params)] } };
}

/**
 * A payload is cut at the parameter separator first: a value separator that holds it would never be found.
 * @throws AppError InvalidField, naming the separator below `field`.
 */
export function assertRules({ type, paramSeparator, valueSeparator }: StartRules, field: string): void {
  if (type !== 'auto' && valueSeparator.includes(paramSeparator)) {
    throw new AppError('InvalidField', { field: `${field}.valueSeparator` });
  }
}
