import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportTexts } from '../../analytics/texts.ts';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { messageTexts } from '../messages/texts.ts';
import { peopleTexts } from '../people/texts.ts';
import {
  type CampaignSearch,
  type CampaignsSearch,
  campaignSearchKeys,
  campaignsSearchKeys,
  type EditorSearch,
  editorSearchKeys,
} from './search.ts';
import {
  automationTexts,
  calendarTexts,
  campaignTexts,
  contentTexts,
  demoTexts,
  editorTexts,
  mailingSettingsTexts,
  variantTexts,
} from './texts.ts';

const campaigns = createRoute({
  getParentRoute: () => layout,
  path: '/mailing',
  validateSearch: (search: Record<string, unknown>): CampaignsSearch => texts(search, campaignsSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      [campaignTexts, automationTexts, calendarTexts, demoTexts],
      () => import('./pages/list/campaigns-page.tsx'),
    ),
    'CampaignsPage',
  ),
});
/** Without an id it makes a draft as soon as something is entered. */
const editor = createRoute({
  getParentRoute: () => layout,
  path: '/mailing/edit-campaign/{-$campaignId}',
  validateSearch: (search: Record<string, unknown>): EditorSearch => texts(search, editorSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      [
        ...[reportTexts, peopleTexts, messageTexts, campaignTexts, automationTexts, contentTexts, editorTexts],
        ...[mailingSettingsTexts, demoTexts, variantTexts],
      ],
      () => import('./pages/edit/edit-page.tsx'),
    ),
    'EditPage',
  ),
});
const campaign = createRoute({
  getParentRoute: () => layout,
  path: '/mailing/campaign/$campaignId',
  validateSearch: (search: Record<string, unknown>): CampaignSearch => texts(search, campaignSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      [
        ...[reportTexts, peopleTexts, messageTexts, campaignTexts, automationTexts, contentTexts],
        ...[mailingSettingsTexts, variantTexts],
      ],
      () => import('./pages/campaign/campaign-page.tsx'),
    ),
    'CampaignPage',
  ),
});

export const routes = [campaigns, editor, campaign] as const;
