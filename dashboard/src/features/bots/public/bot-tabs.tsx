import type { Bot } from '@botscope/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabRow, tabClass } from '../../../ui/page-tabs.tsx';
import classes from '../pages/bot/bot-tabs.module.css';
import { type BotTab, tabsOf } from './bot-sections.ts';

/** The section that an address names; what does not exist or is not allowed is the overview. */
export const tabOf = (bot: Bot, asked: string | undefined): BotTab =>
  tabsOf(bot).find((tab) => tab === asked) ?? 'overview';

/** Links rather than tabs of a widget: each section has an address of its own, and who has access a page. */
export function BotTabs({ bot, current }: { bot: Bot; current: BotTab | 'permissions' }) {
  const { t } = useTranslation();
  return (
    <TabRow label={t('BotSettings.tabs.label')} current={current}>
      {tabsOf(bot).map((tab) => (
        <li key={tab} data-tab={tab}>
          <Link
            to="/bots/$key"
            params={{ key: bot.key }}
            search={{ tab: tab === 'overview' ? undefined : tab }}
            aria-current={tab === current ? 'page' : undefined}
            className={tabClass}
            // Otherwise the overview, whose address is the shortest, would always be a current page too.
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {t(`BotSettings.tabs.${tab}`)}
            {tab === 'connection' && bot.problems.length > 0 && <span aria-hidden="true" className={classes.problem} />}
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
          {t('BotSettings.tabs.permissions')}
        </Link>
      </li>
    </TabRow>
  );
}
