import { api, type FieldType, type MailingSubscription } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { presentUnsubscribe, type Unsubscribes } from '../unsubscribes/unsubscribes.ts';

interface UnsubscribeRoutesDeps {
  unsubscribes: Unsubscribes;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  /** Types of the bot's custom fields by key, those that are archived left out. */
  fieldTypesOf: (bot: string) => Promise<ReadonlyMap<string, FieldType>>;
  namesOf: AccountNames;
  record: RecordAudit;
}

/** Registers the routes to unsubscriptions of users, and to the settings by which users unsubscribe. */
export function registerUnsubscribes(http: Http<BotRow>, deps: UnsubscribeRoutesDeps): void {
  const { unsubscribes, record } = deps;
  const loadSubscription = async (bot: string, userId: number): Promise<MailingSubscription> => {
    const [decisions, history] = await Promise.all([unsubscribes.of(bot, [userId]), unsubscribes.history(bot, userId)]);
    const current = decisions.get(userId);
    const names = await deps.namesOf([current?.by ?? null, ...history.map(({ by }) => by)]);
    return {
      unsubscription: current === undefined ? null : presentUnsubscribe(current, names),
      history: history.map((change) => presentUnsubscribe(change, names)),
    };
  };

  http.on(api.getMailingSettings, async ({ bot }) => unsubscribes.settingsOf(permitted(bot).key));
  http.on(api.setMailingSettings, async ({ body, ...call }) => {
    const { key } = permitted(call.bot);
    const { time_zone_field: field } = body;
    if (field !== null && field !== unsubscribes.settingsOf(key).time_zone_field) {
      const type = (await deps.fieldTypesOf(key)).get(field);
      if (type !== 'text' && type !== 'choice') throw new AppError('InvalidField', { field: 'time_zone_field' });
    }
    if (body.return_command !== null && body.return_command === body.command)
      throw new AppError('InvalidField', { field: 'return_command' });
    await unsubscribes.setSettings(key, body);
    const { has_button, command } = body;
    await record(call, 'mailing_settings_changed', { button: has_button, command: command ?? '' });
    return unsubscribes.settingsOf(key);
  });
  http.on(api.getUnsubscription, ({ bot, params }) => loadSubscription(permitted(bot).key, Number(params.user_id)));
  http.on(api.subscribeAgain, async ({ params, ...call }) => {
    const [{ key }, userId] = [permitted(call.bot), Number(params.user_id)];
    if (!(await deps.knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    const hasChanged = await unsubscribes.subscribe(key, userId, signedIn(call.account).key);
    if (hasChanged) await record(call, 'mailing_resubscribed', { user_id: params.user_id });
    return loadSubscription(key, userId);
  });
  http.on(api.unsubscribeUser, async ({ params, body, ...call }) => {
    const [{ key }, userId] = [permitted(call.bot), Number(params.user_id)];
    if (!(await deps.knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    const { reason, note } = body;
    const hasChanged = await unsubscribes.unsubscribe(key, userId, { reason, note, by: signedIn(call.account).key });
    if (hasChanged) await record(call, 'mailing_unsubscribed', { user_id: params.user_id, reason });
    return loadSubscription(key, userId);
  });
}
