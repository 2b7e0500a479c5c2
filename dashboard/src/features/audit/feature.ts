import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'audit',
      order: 70,
      label: (t) => t('Menu.auditLog'),
      needs: 'permissions.manage',
      component: lazy(
        withTexts(['Audit'], async () => ({ default: (await import('./bot-tab/audit-tab.tsx')).AuditTab })),
      ),
    },
  ],
  profileTabs: [
    {
      id: 'activity',
      order: 50,
      label: (t) => t('Menu.accountActivity'),
      component: lazy(
        withTexts(['Audit'], async () => ({
          default: (await import('./log/account-audit-section.tsx')).AccountAuditSection,
        })),
      ),
    },
  ],
};
