import {
  api,
  defaultOutcomeDays,
  type HoldOutResults,
  type OutcomeDays,
  type Permissions,
  type VariantResults,
  variantNames,
} from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import { dayMs } from '../../platform/time-units.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { CampaignStore } from '../campaigns/campaigns.ts';
import type { LoadHoldOut } from './hold-out.ts';
import { maySeeIncome, maySeeTargets, type OutcomeSettingsOf, parseDays } from './outcome-routes.ts';
import type { LoadVersionCounts, VersionCounts } from './version-counts.ts';

interface VariantRoutesDeps {
  rows: Pick<CampaignStore, 'assertKnown'>;
  counts: LoadVersionCounts;
  loadHoldOut: LoadHoldOut;
  settingsOf: OutcomeSettingsOf;
}

/** Versions of a message beside each other, and recipients beside the control group. */
export function registerVariantResults(http: Http<BotRow>, deps: VariantRoutesDeps): void {
  const { rows, counts, loadHoldOut, settingsOf } = deps;

  http.on(api.campaignVariantResults, async ({ bot, permissions, params, query, signal }) => {
    const row = permitted(bot);
    const campaignId = Number(params.campaign_id);
    await rows.assertKnown(row.key, campaignId);
    const days = parseDays(query.days) ?? defaultOutcomeDays;
    const settings = await settingsOf(row);
    const versionCounts = await counts({ ...settings, campaignId, window: days * dayMs, signal });
    return toResults(days, versionCounts, settings.targets, permitted(permissions));
  });

  http.on(api.campaignHoldOutResults, async ({ bot, permissions, params, query, signal }) => {
    const row = permitted(bot);
    const campaignId = Number(params.campaign_id);
    await rows.assertKnown(row.key, campaignId);
    const days = parseDays(query.days);
    const holdOut = await loadHoldOut({ ...(await settingsOf(row)), campaignId, days, signal });
    return holdOutFor(permitted(permissions), holdOut);
  });
}

const holdOutFor = (permissions: Permissions, holdOut: HoldOutResults): HoldOutResults => ({
  ...holdOut,
  income: maySeeIncome(permissions) ? holdOut.income : null,
  targets: maySeeTargets(permissions) ? holdOut.targets : null,
});

function toResults(
  days: OutcomeDays,
  versionCounts: readonly VersionCounts[],
  targets: readonly { id: number; name: string }[],
  permissions: Permissions,
): VariantResults {
  const results = (row: VersionCounts) => ({
    delivered: row.delivered,
    not_delivered: row.not_delivered,
    pressed: row.pressed,
    replied: row.replied,
    left: row.left,
    payers: maySeeIncome(permissions) ? row.payers : null,
    targets: maySeeTargets(permissions)
      ? targets.map(({ id, name }) => ({ target_id: id, name, users: row.targets.get(id) ?? 0 }))
      : null,
  });
  const variants = versionCounts.filter(({ of }) => of === 'variant').sort((one, other) => one.variant - other.variant);
  const languages = versionCounts
    .filter(({ of }) => of === 'language')
    .sort((one, other) => other.delivered - one.delivered || (one.language < other.language ? -1 : 1));
  return {
    days,
    variants: variants.flatMap((row) => {
      const variant = variantNames[row.variant];
      return variant === undefined ? [] : [{ variant, ...results(row) }];
    }),
    languages: languages.map((row) => ({ language: row.language, ...results(row) })),
  };
}
