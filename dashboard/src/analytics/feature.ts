import type { TFunction } from 'i18next';
import type { Feature, MenuGroupEntry } from '../platform/routing/feature.ts';

const group = (id: string, label: (t: TFunction) => string): MenuGroupEntry => ({
  id,
  section: 'reports',
  label,
  items: ['reports'],
});

/** The reports of the side menu, by what they are about. Those on conversions stand with the targets. */
const reportGroups: readonly MenuGroupEntry[] = [
  group('behaviour', (t) => t('Shell.menu.behaviour')),
  group('sources', (t) => t('Shell.menu.sources')),
  group('users', (t) => t('Shell.menu.users')),
  group('apps', (t) => t('Shell.menu.appsAndSites')),
  group('sessions', (t) => t('Shell.menu.sessions')),
];

export const feature: Feature = { menuGroups: reportGroups };
