import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';

const upload = createRoute({
  getParentRoute: () => layout,
  path: '/bot_upload/$key',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome', 'Upload'], () => import('./pages/upload-page.tsx')),
    'UploadPage',
  ),
});

export const routes = [upload] as const;
