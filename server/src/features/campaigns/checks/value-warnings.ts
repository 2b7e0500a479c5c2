import {
  type CampaignAudience,
  everyone,
  keysOfRules,
  keysOfVariable,
  maxNamedUsers,
  missingKey,
  SegmentRules,
  type TemplateVariable,
  type ValueWarnings,
  variantNames,
} from '@botscope/contract';
import { runQuery } from '../../../analytics/query/run-query.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { assignVariant, type FooterOf } from '../../campaign-engine/campaign-engine.ts';
import { type Audiences, reachableUsers } from '../audience.ts';
import type { ExcludedOf } from '../audience-exclusions.ts';
import type { CampaignCaller } from '../campaign-checks.ts';
import { loadProfiles } from '../recipient-values.ts';
import type { StoredCampaign } from '../stored-campaign.ts';
import { type ValueRow, valueChecksSql, variablesOfCheck } from './value-checks.sql.ts';
import { type ValueCheck, valueChecks } from './value-checks.ts';

/** Ids of all checks together that are looked at one by one; of one check at most 10,000, which exclusions take at once. */
const maxIds = 20_000;
const maxIdsOfCheck = 10_000;

type Affected = Pick<ValueWarnings['empty'][number], 'users' | 'is_exact' | 'named'>;

/** For how many users of the audience values are missing, or make a message too long. One statement, whatever its size. */
export function createValueWarnings(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  audiences: Pick<Audiences, 'reachable'>;
  excludedOf: ExcludedOf;
  footerOf: FooterOf;
}) {
  const { store, audiences, excludedOf, footerOf } = deps;

  /** Filters users to those who would get this variant of the campaign. */
  async function selectRecipients(campaign: StoredCampaign, { version }: ValueCheck, ids: readonly number[]) {
    const { bot, audience, variants, id } = campaign;
    const excluded = await excludedOf(bot, audience, ids);
    const index = variantNames.indexOf(version.variant);
    return ids.filter((userId) => {
      if (excluded.has(userId)) return false;
      const { isControl, variant } = assignVariant(variants, id, userId);
      // Without a variant yet they may get any.
      return !isControl && (variant === null || variant === index);
    });
  }

  return async (caller: CampaignCaller, campaign: StoredCampaign): Promise<ValueWarnings> => {
    const { bot, audience, variants } = campaign;
    const nothing: ValueWarnings = { empty: [], too_long: [] };
    if (campaign.automation !== null) return nothing;
    const { permissions } = caller;
    const checks = valueChecks(campaign, footerOf(bot, { campaignId: campaign.id, audience })).filter(
      (check) => missingKey(permissions, variablesOfCheck(check).filter(isField).flatMap(keysOfVariable)) === undefined,
    );
    if (checks.length === 0) return nothing;
    const users = await audiences.reachable({ ...caller, audience });
    if (users === null) return nothing;
    const idsOfCheck = Math.min(maxIdsOfCheck, Math.floor(maxIds / checks.length));
    const { write, params } = valueChecksSql(checks, { variants, fields: users.fields, maxIds: idsOfCheck });
    const [row] = await runQuery<ValueRow>(store, users.statement(write, params), {
      tag: `campaign-warnings/${bot}`,
      signal: caller.signal,
    });
    const hasOneVersion = variants.others.length === 0 && variants.languages.length === 0;
    const mayName = permissions.keys.has('section.users.list');

    async function affected(check: ValueCheck, index: number): Promise<Affected> {
      const count = row?.counts[index] ?? 0;
      const candidateIds = (row?.ids[index] ?? []).toSorted((one, other) => one - other);
      const recipients = candidateIds.length === 0 ? [] : await selectRecipients(campaign, check, candidateIds);
      const is_exact = count <= candidateIds.length;
      const users = is_exact ? recipients.length : count - (candidateIds.length - recipients.length);
      const shownIds = mayName ? recipients.slice(0, maxNamedUsers) : [];
      const profiles = new Map((await loadProfiles(store, bot, shownIds)).map((one) => [one.user_id, one]));
      const namedUsers = shownIds.map((user_id) => {
        const { first_name = '', last_name = '' } = profiles.get(user_id) ?? {};
        return { user_id, name: `${first_name} ${last_name}`.trim() };
      });
      return { users, is_exact, named: namedUsers };
    }

    const warnings = nothing;
    for (const [index, check] of checks.entries()) {
      const { users, ...rest } = await affected(check, index);
      if (users === 0) continue;
      const warning = { users, ...rest, ...(!hasOneVersion && { version: check.version }) };
      if (check.is === 'empty') {
        const { variable } = check;
        // Rules know nothing of the languages of a message.
        const rules = hasOneVersion && mayName ? buildRules(audience, variable) : null;
        const isHidden = rules !== null && missingKey(permissions, keysOfRules(rules)) !== undefined;
        warnings.empty.push({ ...warning, variable, rules: isHidden ? null : rules });
      } else {
        const { code, field } = check;
        warnings.too_long.push({ ...warning, code, field, variables: [...new Set(variablesOfCheck(check))] });
      }
    }
    return warnings;
  };
}

export type LoadValueWarnings = ReturnType<typeof createValueWarnings>;

const isField = (name: TemplateVariable): boolean => name.startsWith('field.');

/** Users of an audience without a value, as rules for the list of users; null where rules cannot say it. */
function buildRules({ kind, rules }: CampaignAudience, variable: TemplateVariable): SegmentRules | null {
  const condition = buildCondition(variable);
  const selection = kind === 'all' ? everyone : kind === 'rules' ? rules : undefined;
  if (condition === null || selection === undefined) return null;
  const inner = selection.match === 'all' ? selection.rules : [selection];
  const parseResult = SegmentRules.safeParse({ match: 'all', rules: [condition, ...reachableUsers.rules, ...inner] });
  return parseResult.success ? parseResult.data : null;
}

function buildCondition(variable: TemplateVariable): object | null {
  if (variable.startsWith('field.'))
    return { kind: 'field', key: variable.slice('field.'.length), is: 'is_not_set', values: [] };
  if (variable === 'username' || variable === 'first_name' || variable === 'last_name')
    return { kind: 'property', property: variable, not: false, values: ['no'] };
  if (variable === 'language') return { kind: 'property', property: 'language', not: false, values: [''] };
  return null;
}
