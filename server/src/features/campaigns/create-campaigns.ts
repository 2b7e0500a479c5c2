import {
  type CampaignMessage,
  type CopiedPost,
  listVariables,
  listVersions,
  type RecordedPost,
  renderTemplate,
  type TemplateValues,
  versionFor,
} from '@botscope/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type FooterOf,
  type Ledger,
  type ValuesOf,
  type winnerStore,
  withFooter,
} from '../campaign-engine/campaign-engine.ts';
import { type CheckDeps, createCampaignChecks } from './campaign-checks.ts';
import { createDrafts } from './campaign-drafts.ts';
import { createCampaignRuns } from './campaign-runs.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Campaigns } from './campaigns.ts';
import { renderedProblems, templateProblems } from './check-campaign.ts';
import { createPresenter, type PresenterDeps } from './present-campaign.ts';

interface PreviewDeps {
  rows: Pick<CampaignStore, 'get'>;
  valuesOf: ValuesOf;
  footerOf: FooterOf;
  lastSeen: (bot: string) => Promise<number | null>;
  recordedPost: (bot: string, post: CopiedPost) => Promise<RecordedPost | null>;
}

type CampaignDeps = Omit<CheckDeps, 'filesOf' | 'now' | 'rows'> &
  Omit<PresenterDeps, 'now'> &
  Omit<PreviewDeps, 'rows'> & {
    rows: CampaignStore;
    ledger: Pick<Ledger, 'finish' | 'repeat'>;
    tests: Pick<ReturnType<typeof winnerStore>, 'choose'>;
    bus: Pick<Bus, 'publish'>;
    now?: () => number;
  };

export function createCampaigns({ now = Date.now, ...rest }: CampaignDeps): Campaigns {
  const deps = { ...rest, now };
  const { rows } = deps;
  const presenter = createPresenter(deps);
  const checks = createCampaignChecks({ ...deps, filesOf: presenter.loadFiles });

  return {
    ...createDrafts({ rows, presenter }),
    ...createCampaignRuns({ ...deps, presenter, checks }),
    check: async (caller, id) => checks.problemsOf(caller, await rows.get(caller.bot, id)),
    async messageProblems({ bot }, message) {
      const fields = await deps.customFields.list(bot);
      const fieldKeys = fields.filter(({ status }) => status !== 'archived').map(({ key }) => key);
      return templateProblems(message, { fields: new Set(fieldKeys), canTrack: deps.canTrack });
    },
    preview: createPreview(deps),
  };
}

function createPreview({ rows, valuesOf, footerOf, lastSeen, recordedPost }: PreviewDeps): Campaigns['preview'] {
  async function loadValues(
    bot: string,
    messages: readonly CampaignMessage[],
    userId: number | undefined,
  ): Promise<TemplateValues> {
    const previewUserId = userId ?? (await lastSeen(bot));
    if (previewUserId === null) return () => '';
    const values = (await valuesOf(bot, [previewUserId], messages.flatMap(listVariables))).get(previewUserId);
    if (values === undefined && userId !== undefined) throw new AppError('NotFound', { field: 'user_id' });
    return values ?? (() => '');
  }

  return async (bot, id, { userId, variant = 'A', language }, shows) => {
    const campaign = await rows.get(bot, id);
    const all = listVersions(campaign).map(({ message }) => message);
    const userValues = shows('language') ? await loadValues(bot, all, userId) : () => '';
    const values: TemplateValues = (name) => (shows(name) ? userValues(name) : '');
    const version = versionFor(campaign, variant, language ?? values('language'));
    if (version === undefined) throw new AppError('NotFound', { field: 'variant' });
    const footer = footerOf(bot, { campaignId: id, audience: campaign.audience });
    const { text, entities, buttons } = withFooter(renderTemplate(version.message, values), footer);
    const { post } = version.message;
    const postPreview = post && (await recordedPost(bot, post));
    return {
      ...(postPreview && { post: postPreview }),
      text,
      entities,
      buttons,
      problems: renderedProblems(version.message, values),
      version: { variant: version.variant, language: version.language },
    };
  };
}
