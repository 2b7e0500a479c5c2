import { IconTools } from '@tabler/icons-react';
import type { MenuGroupEntry, PageEntry } from './feature.ts';

/**
 * Puts a page into the group of tools: pages used now and then, which need no entry of their own. With one each, five
 * pins and the largest group, the menu was 983 px high.
 */
export const inTools = (page: Omit<PageEntry, 'icon'>): MenuGroupEntry => ({
  id: 'tools',
  section: 'pages',
  order: 10,
  label: (t) => t('Shell.menu.tools'),
  icon: IconTools,
  items: [page],
});
