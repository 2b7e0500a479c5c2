import type { Bot } from '@botscope/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '../../../platform/routing/feature.ts';
import { TabRow, tabClass } from '../../../ui/page-tabs.tsx';
import { selectTabs } from './bot-sections.ts';
import classes from './bot-tabs.module.css';

/** Links rather than tabs of a widget: each section has an address of its own, and who has access a page. */
export function BotTabs({ bot, current }: { bot: Bot; current: string }) {
  const { t } = useTranslation();
  const tabs = selectTabs(useFeatures(), bot);
  return (
    <TabRow label={t('Bots.page.tabs')} current={current}>
      {tabs.map(({ id, label, isMarked }, index) => (
        <li key={id} data-tab={id}>
          <Link
            to="/bots/$key"
            params={{ key: bot.key }}
            search={{ tab: index === 0 ? undefined : id }}
            aria-current={id === current ? 'page' : undefined}
            className={tabClass}
            // Otherwise the first, whose address is the shortest, would always be a current page too.
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {label(t)}
            {isMarked?.(bot) && <span aria-hidden="true" className={classes.problem} />}
          </Link>
        </li>
      ))}
      <li data-tab="permissions">
        <Link
          to="/bots/$key/permissions"
          params={{ key: bot.key }}
          aria-current={current === 'permissions' ? 'page' : undefined}
          className={tabClass}
          resetScroll={false}
        >
          {t('Menu.access')}
        </Link>
      </li>
    </TabRow>
  );
}
