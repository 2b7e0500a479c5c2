import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '../../platform/routing/feature.ts';
import type { ReportSearch } from '../../platform/routing/search.ts';
import { useCurrentBot, useSession } from '../../platform/session/session.ts';
import { buildMenu, itemAt, listItems, type MenuContents, type MenuItem } from './menu.ts';

/** Returns the contents of the menu for this account and bot, and the entry of the page on show. */
export function useMenu(): { menu: MenuContents; items: MenuItem[]; current: MenuItem | undefined } {
  const { t } = useTranslation();
  const features = useFeatures();
  const { user } = useSession();
  const { bot, demo } = useCurrentBot();
  const { pathname, search } = useLocation();
  const { detail, details }: ReportSearch = search;
  const isSignedIn = user !== null;
  const menu = useMemo(() => buildMenu(t, features, { isSignedIn, bot, demo }), [t, features, isSignedIn, bot, demo]);
  const items = useMemo(() => listItems(menu), [menu]);
  return { menu, items, current: itemAt(items, pathname, detail ?? details ?? '') };
}
