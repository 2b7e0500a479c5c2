import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { needInvitation, pageFor } from '../../platform/routing/page-route.ts';
import { eitherWay, layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';

/** Search parameters of a bot's Access page: the dialog that is open. */
interface PermissionsSearch {
  /** `add` by email, `link` for an invitation link, `change`, `revoke`, `transfer` or `leave`. */
  open?: string;
  /** Account key of the colleague that it is about. */
  colleague?: string;
}
const permissionsSearchKeys = ['open', 'colleague'] as const;

const invitation = createRoute({
  getParentRoute: () => eitherWay,
  path: '/invitation',
  beforeLoad: needInvitation,
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/invitation/invitation-page.tsx')),
    'InvitationPage',
  ),
});
const permissions = createRoute({
  getParentRoute: () => layout,
  path: '/bots/$key/permissions',
  validateSearch: (search: Record<string, unknown>): PermissionsSearch => texts(search, permissionsSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome', 'Permissions'], () => import('./pages/permissions/permissions-page.tsx')),
    'PermissionsPage',
  ),
});

export const eitherWayRoutes = [invitation] as const;
export const routes = [permissions] as const;
