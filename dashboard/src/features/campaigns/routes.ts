import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import {
  type CampaignSearch,
  type CampaignsSearch,
  campaignSearchKeys,
  campaignsSearchKeys,
  type EditorSearch,
  editorSearchKeys,
} from './search.ts';

const campaigns = createRoute({
  getParentRoute: () => layout,
  path: '/mailing',
  validateSearch: (search: Record<string, unknown>): CampaignsSearch => texts(search, campaignsSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      ['Campaigns', 'Automations', 'CampaignCalendar', 'CampaignDemo'],
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
        'Reports',
        'Users',
        'Messages',
        'Formatting',
        'Campaigns',
        'Automations',
        'CampaignContent',
        'CampaignEditor',
        'CampaignChecks',
        'MailingSettings',
        'CampaignTiming',
        'CampaignDemo',
        'CampaignVariants',
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
        'Reports',
        'Users',
        'Messages',
        'Formatting',
        'Campaigns',
        'Automations',
        'CampaignContent',
        'MailingSettings',
        'CampaignTiming',
        'CampaignVariants',
      ],
      () => import('./pages/campaign/campaign-page.tsx'),
    ),
    'CampaignPage',
  ),
});

export const routes = [campaigns, editor, campaign] as const;
