import { api, type MailingExclusion } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { MailingExclusions } from './mailing-exclusions.ts';

interface MailingExclusionDeps {
  exclusions: MailingExclusions;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  namesOf: AccountNames;
  record: RecordAudit;
}

export function registerMailingExclusions(http: Http<BotRow>, deps: MailingExclusionDeps): void {
  const { exclusions, namesOf, record } = deps;
  const loadExclusion = async (bot: string, userId: number): Promise<MailingExclusion> => {
    const exclusion = (await exclusions.of(bot, [userId])).get(userId);
    if (exclusion === undefined) return { exclusion: null };
    const { at, by } = exclusion;
    return { exclusion: { at: at.toISOString(), by: by === null ? null : ((await namesOf([by])).get(by) ?? '') } };
  };

  http.on(api.getMailingExclusion, ({ bot, params }) => loadExclusion(permitted(bot).key, Number(params.user_id)));
  http.on(api.setMailingExclusion, async ({ body, ...call }) => {
    const [{ key }, userId] = [permitted(call.bot), Number(call.params.user_id)];
    if (!(await deps.knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    const hasChanged = body.is_excluded
      ? await exclusions.exclude(key, userId, signedIn(call.account).key)
      : await exclusions.include(key, userId);
    const action = body.is_excluded ? 'mailing_excluded' : 'mailing_included';
    if (hasChanged) await record(call, action, { user_id: call.params.user_id });
    return loadExclusion(key, userId);
  });
}
