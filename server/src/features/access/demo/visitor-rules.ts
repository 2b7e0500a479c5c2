import { api, type BotAccess, type Endpoint, type PermissionKey } from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import type { LimitName } from '../../../platform/attempts.ts';
import { AppError } from '../../../platform/errors.ts';

/** Conditions on which visitors of the demo may make a call. */
export interface VisitorRule {
  /** Attempts of an address: a cookie is easily deleted. */
  limit?: LimitName;
  /** `own`: about a campaign of theirs; `visible`: also about one of the demo itself. */
  campaign?: 'own' | 'visible';
  segment?: 'own';
  /** Members of a list would outlive it in the event store. */
  kind?: 'dynamic';
  /** Makes a browser known. */
  isFirst?: true;
}

/** Uses the installation's resources or reaches the internet. The dashboard does not offer it in the demo. */
const closed = 'closed';

const rules = new Map<Endpoint, VisitorRule | typeof closed>([
  [api.createSegment, { kind: 'dynamic', isFirst: true }],
  [api.updateSegment, { segment: 'own' }],
  [api.removeSegment, { segment: 'own' }],
  // Removed ones are found by the store, which restores only what the visitor made.
  [api.restoreSegment, {}],
  [api.changeMembers, { segment: 'own' }],
  [api.listCampaigns, {}],
  [api.createCampaign, { limit: 'demo-campaign:address', isFirst: true }],
  [api.getCampaign, { campaign: 'visible' }],
  [api.saveCampaign, { campaign: 'own' }],
  [api.archiveCampaign, { campaign: 'own' }],
  [api.countAudience, {}],
  [api.countTimeZones, {}],
  [api.checkCampaign, { campaign: 'visible' }],
  [api.previewCampaign, { campaign: 'visible' }],
  [api.testCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.runCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.stopCampaign, { campaign: 'own' }],
  [api.resumeCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.finishCampaign, { campaign: 'own' }],
  [api.repeatCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.campaignResults, { campaign: 'visible' }],
  [api.campaignOutcomes, { campaign: 'visible' }],
  [api.campaignRecipients, { campaign: 'visible' }],
  [api.campaignLinks, { campaign: 'visible' }],
  [api.campaignUnsubscribed, { campaign: 'visible' }],
  [api.campaignBill, { campaign: 'visible' }],
  [api.trackedLinkAddress, {}],
  [api.getMailingLimits, {}],
  [api.receivedCampaigns, {}],
  [api.campaignVariantResults, { campaign: 'visible' }],
  [api.campaignHoldOutResults, { campaign: 'visible' }],
  [api.chooseWinner, { campaign: 'own' }],
  [api.automationStatistics, { campaign: 'visible' }],
  [api.sentMessages, { campaign: 'visible' }],
  [api.editSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.deleteSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.pinSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.stopSentMessageJob, { campaign: 'own' }],
  [api.resumeSentMessageJob, { campaign: 'own', limit: 'demo-send:address' }],
  [api.countNewMembers, { campaign: 'visible' }],
  [api.sendToNewMembers, { campaign: 'own', limit: 'demo-send:address' }],
  [api.campaignValueWarnings, closed],
  [api.campaignLinkWarnings, closed],
  [api.fetchCampaignFile, closed],
  [api.keepRecipients, closed],
  [api.getStarBalance, closed],
]);

/** Campaigns of their own, which nobody else sees. */
export const campaignKeys: readonly PermissionKey[] = [
  'tasker.task.create',
  'tasker.task.view',
  'tasker.task.update',
  'tasker.run_test',
  'tasker.campaign.run',
  'tasker.campaign.stop',
  'tasker.users.list',
  'communication.messages.preview',
  'communication.broadcast.send',
  'communication.broadcast.schedule',
  'communication.broadcast.cancel',
  'communication.broadcast.status',
];
/** Segments of their own. */
export const segmentKeys: readonly PermissionKey[] = ['tasker.list.save', 'tasker.list.delete'];

const campaignRoute =
  /^\/api\/bots\/:key\/(?:campaigns|campaign-[a-z]+|mailing-limits|users\/:user_id\/campaigns)(?:\/|$)/;
const filePath = '/bots/:key/campaign-files';

/** On other routes the keys of campaigns open what every visitor would see and change. @throws AppError AccessDenied */
export function assertForVisitors(access: BotAccess, request: Pick<FastifyRequest, 'routeOptions'>): void {
  const isOfCampaigns = campaignKeys.some((key) => key === access);
  if (isOfCampaigns && !campaignRoute.test(request.routeOptions.url ?? '')) throw new AppError('AccessDenied');
}

/**
 * Returns undefined for endpoints that concern no rows of visitors. An endpoint of campaigns, or one that changes
 * segments, has to be in the list: a page that calls a forbidden one sends the visitor away from it.
 */
export function findEndpointRule(endpoint: Endpoint): VisitorRule | typeof closed | undefined {
  const rule = rules.get(endpoint);
  const needsRule =
    campaignRoute.test(`/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`) ||
    segmentKeys.some((key) => key === endpoint.access);
  if (rule === undefined && needsRule) {
    throw new Error(`may visitors of the demo call ${endpoint.method} ${endpoint.path}?`);
  }
  return rule;
}

export const findUploadRule = (path: string): VisitorRule | undefined =>
  path === filePath ? { limit: 'demo-file:address', isFirst: true } : undefined;

/** `isFile`: the route sends a file of a campaign, named by `id`. */
export function findDownloadRule(path: string): (VisitorRule & { isFile: boolean }) | typeof closed | undefined {
  if (!campaignRoute.test(`/api${path}`)) return undefined;
  if (path === `${filePath}/:id`) return { isFile: true };
  return path.includes('/:campaign_id/') ? { isFile: false, campaign: 'visible' } : closed;
}
