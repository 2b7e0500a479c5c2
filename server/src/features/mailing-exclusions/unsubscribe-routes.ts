import { api, type FieldType, type Unsubscription } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';

interface UnsubscribeRoutesDeps {
  unsubscribes: Unsubscribes;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  /** Types of the bot's custom fields by key, those that are archived left out. */
  fieldTypesOf: (bot: string) => Promise<ReadonlyMap<string, FieldType>>;
  record: RecordAudit;
}

/** Who has unsubscribed, and how users do that. */
export function registerUnsubscribes(http: Http<BotRow>, deps: UnsubscribeRoutesDeps): void {
  const { unsubscribes, record } = deps;
  const present = async (bot: string, userId: number): Promise<{ unsubscription: Unsubscription | null }> => {
    const found = (await unsubscribes.of(bot, [userId])).get(userId);
    if (found === undefined) return { unsubscription: null };
    const { at, source, campaign } = found;
    return { unsubscription: { at: at.toISOString(), source, campaign } };
  };

  http.on(api.getMailingSettings, async ({ bot }) => unsubscribes.settingsOf(permitted(bot).key));
  http.on(api.setMailingSettings, async ({ body, ...call }) => {
    const { key } = permitted(call.bot);
    const { time_zone_field: field } = body;
    if (field !== null && field !== unsubscribes.settingsOf(key).time_zone_field) {
      const type = (await deps.fieldTypesOf(key)).get(field);
      if (type !== 'text' && type !== 'choice') throw new AppError('InvalidField', { field: 'time_zone_field' });
    }
    await unsubscribes.setSettings(key, body);
    const { has_button, command } = body;
    await record(call, 'mailing_settings_changed', { button: has_button, command: command ?? '' });
    return unsubscribes.settingsOf(key);
  });
  http.on(api.getUnsubscription, ({ bot, params }) => present(permitted(bot).key, Number(params.user_id)));
  http.on(api.subscribeAgain, async ({ params, ...call }) => {
    const [{ key }, userId] = [permitted(call.bot), Number(params.user_id)];
    if (!(await deps.knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    const hasChanged =
      (await unsubscribes.of(key, [userId])).has(userId) && (await unsubscribes.subscribe(key, userId));
    if (hasChanged) await record(call, 'mailing_resubscribed', { user_id: params.user_id });
    return present(key, userId);
  });
}
