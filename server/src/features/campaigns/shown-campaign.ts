import {
  type Automation,
  type Campaign,
  type CampaignAudience,
  CampaignMessage,
  CampaignVariants,
  keysOfRules,
  keysOfTarget,
  keysOfVariable,
  listVariables,
  listVersions,
  missingKey,
  type PermissionKey,
  type Permissions,
  type TemplateVariable,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { rulesOfTrigger } from './automation-problems.ts';

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
export function withStoredConditions<Changes extends Conditions>(
  changes: Changes,
  storedConditions: Conditions | null,
): Changes {
  return {
    ...changes,
    ...(changes.audience && { audience: withStoredRules(changes.audience, storedConditions?.audience) }),
    ...(changes.automation && { automation: withStoredTrigger(changes.automation, storedConditions?.automation) }),
  };
}

function withStoredRules(audience: CampaignAudience, storedAudience: CampaignAudience | undefined): CampaignAudience {
  const { is_hidden, ...visibleAudience } = audience;
  const isKept =
    is_hidden === true && storedAudience?.rules !== undefined && visibleAudience.kind === storedAudience.kind;
  return isKept ? { ...visibleAudience, rules: storedAudience.rules } : visibleAudience;
}

function withStoredTrigger(automation: Automation, storedAutomation: Automation | null | undefined): Automation {
  const { is_hidden, ...visibleAutomation } = automation;
  if (is_hidden !== true || !storedAutomation) return visibleAutomation;
  return { ...visibleAutomation, trigger: storedAutomation.trigger, unless_target: storedAutomation.unless_target };
}

/**
 * Values of fields reach the colleague who writes them into the address of a button. Variables that are there may stay.
 * @throws AppError AccessDenied (`message.text`)
 */
export function assertMayName(permissions: Permissions, before: Contents, changes: Partial<Contents>): void {
  const listNames = (contents: Contents) => listVersions(contents).flatMap(({ message }) => listVariables(message));
  const names = new Set(listNames(before));
  const addedNames = listNames({ ...before, ...changes }).filter(
    (name) => name.startsWith('field.') && !names.has(name),
  );
  const key = missingKey(permissions, addedNames.flatMap(keysOfVariable));
  if (key === undefined) return;
  const message = `You do not have permission to do this: it needs ${key}`;
  throw new AppError('AccessDenied', { message, field: 'message.text' });
}
