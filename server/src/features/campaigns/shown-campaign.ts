import {
  type Automation,
  type Campaign,
  type CampaignAudience,
  CampaignMessage,
  CampaignVariants,
  keysOfRules,
  keysOfTarget,
  keysOfVariable,
  missingKey,
  type PermissionKey,
  type Permissions,
  type TemplateVariable,
  variablesOf,
  versionsOf,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { rulesOfTrigger } from './automations/trigger-rules.ts';

type Conditions = { audience?: CampaignAudience | undefined; automation?: Automation | null | undefined };
type Contents = Pick<Campaign, 'message' | 'variants'>;

const keysOfAutomation = ({ trigger, unless_target: target }: Automation): readonly PermissionKey[] => {
  const rules = rulesOfTrigger(trigger);
  return [...(rules === null ? [] : keysOfRules(rules)), ...(target === null ? [] : keysOfTarget)];
};

/**
 * A campaign as an account sees it. Rules whose values the account may not see are named as hidden. Who starts or stops
 * a campaign without the permission to view campaigns learns that it has happened, and not what it says.
 */
export function shownCampaign(permissions: Permissions, campaign: Campaign): Campaign {
  if (!permissions.keys.has('tasker.task.view')) {
    return {
      ...campaign,
      automation: campaign.automation && hiddenAutomation(campaign.automation),
      audience: { ...hiddenAudience(campaign.audience), user_ids: [] },
      message: z.parse(CampaignMessage, {}),
      variants: z.parse(CampaignVariants, {}),
      file_name: null,
      file_names: {},
    };
  }
  const { audience, automation } = campaign;
  const isHidden = (keys: readonly PermissionKey[]) => missingKey(permissions, keys) !== undefined;
  return {
    ...campaign,
    audience:
      audience.rules !== undefined && isHidden(keysOfRules(audience.rules)) ? hiddenAudience(audience) : audience,
    automation: automation && (isHidden(keysOfAutomation(automation)) ? hiddenAutomation(automation) : automation),
  };
}

const hiddenAudience = ({ rules, ...audience }: CampaignAudience): CampaignAudience => ({
  ...audience,
  ...(rules !== undefined && { is_hidden: true }),
});

const hiddenAutomation = (automation: Automation): Automation => ({
  ...automation,
  trigger: { kind: 'first_contact' },
  unless_target: null,
  is_hidden: true,
});

/** The variables whose values an account may see. */
export const showsVariable =
  (permissions: Permissions) =>
  (name: TemplateVariable): boolean =>
    missingKey(permissions, keysOfVariable(name)) === undefined;

/** The changes of an account; parts that it may not see stay as they are stored. */
export function withStoredConditions<Changes extends Conditions>(changes: Changes, stored: Conditions | null): Changes {
  return {
    ...changes,
    ...(changes.audience && { audience: withStoredRules(changes.audience, stored?.audience) }),
    ...(changes.automation && { automation: withStoredTrigger(changes.automation, stored?.automation) }),
  };
}

function withStoredRules(audience: CampaignAudience, stored: CampaignAudience | undefined): CampaignAudience {
  const { is_hidden, ...plain } = audience;
  const isKept = is_hidden === true && stored?.rules !== undefined && plain.kind === stored.kind;
  return isKept ? { ...plain, rules: stored.rules } : plain;
}

function withStoredTrigger(automation: Automation, stored: Automation | null | undefined): Automation {
  const { is_hidden, ...plain } = automation;
  if (is_hidden !== true || !stored) return plain;
  return { ...plain, trigger: stored.trigger, unless_target: stored.unless_target };
}

/**
 * Values of fields reach the colleague who writes them into the address of a button. Variables that are there may stay.
 * @throws AppError AccessDenied (`message.text`)
 */
export function assertMayName(permissions: Permissions, before: Contents, changes: Partial<Contents>): void {
  const namesOf = (contents: Contents) => versionsOf(contents).flatMap(({ message }) => variablesOf(message));
  const names = new Set(namesOf(before));
  const added = namesOf({ ...before, ...changes }).filter((name) => name.startsWith('field.') && !names.has(name));
  const key = missingKey(permissions, added.flatMap(keysOfVariable));
  if (key === undefined) return;
  const message = `You do not have permission to do this: it needs ${key}`;
  throw new AppError('AccessDenied', { message, field: 'message.text' });
}
