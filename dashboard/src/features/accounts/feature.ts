import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  profileTabs: [
    {
      id: 'general',
      order: 10,
      label: (t) => t('Menu.general'),
      component: lazy(
        withTexts(['Profile'], async () => ({
          default: (await import('./pages/profile/general/general-tab.tsx')).GeneralTab,
        })),
      ),
    },
    {
      id: 'sign-in',
      order: 20,
      label: (t) => t('Menu.signIn'),
      component: lazy(
        withTexts(['Auth', 'Profile'], async () => ({
          default: (await import('./pages/profile/sign-in/sign-in-tab.tsx')).SignInTab,
        })),
      ),
    },
    {
      id: 'security',
      order: 30,
      label: (t) => t('Menu.security'),
      component: lazy(
        withTexts(['Auth', 'Profile'], async () => ({
          default: (await import('./pages/profile/security/security-tab.tsx')).SecurityTab,
        })),
      ),
    },
    {
      id: 'data',
      order: 60,
      label: (t) => t('Menu.accountData'),
      component: lazy(
        withTexts(['Auth', 'Profile'], async () => ({
          default: (await import('./pages/profile/data/data-tab.tsx')).DataTab,
        })),
      ),
    },
  ],
};
