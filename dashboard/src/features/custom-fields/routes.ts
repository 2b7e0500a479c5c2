import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';

/** The page of custom fields. */
interface FieldSearch {
  /** Key of the field that is open. */
  field?: string;
  /** `add`: the form of a new field; `import`: the dialog for a file. */
  dialog?: string;
  /** User whose values are shown. */
  user?: string;
}
const fieldSearchKeys = ['field', 'dialog', 'user'] as const;

const customFields = createRoute({
  getParentRoute: () => layout,
  path: '/custom-fields',
  validateSearch: (search: Record<string, unknown>): FieldSearch => texts(search, fieldSearchKeys),
  beforeLoad: pageFor('demo', { feature: 'custom_fields' }),
  component: lazyRouteComponent(
    withTexts(['Fields'], () => import('./pages/fields-page.tsx')),
    'FieldsPage',
  ),
});

export const routes = [customFields] as const;
