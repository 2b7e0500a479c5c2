import { type Bot, mayRead, permissionsOf, type ReportType } from '@botscope/contract';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { ConversionsPanel } from './conversions-panel.tsx';
import classes from './home-page.module.css';
import { SourcesPanel } from './sources-panel.tsx';

/** The lower half of the summary: what people bring, where they come from, and when they write. */
export function MorePanels({ bot, view }: { bot: Bot; view: CommonView }) {
  const permissions = permissionsOf(bot);
  const may = (type: ReportType) => mayRead(permissions, type);
  return (
    <>
      <div className={classes.pair}>
        {may('conversions_summary') && <ConversionsPanel bot={bot} view={view} />}
        {may('utm_summary') && <SourcesPanel bot={bot} view={view} />}
      </div>
      {may('activity_hours') && <ActivityPanel bot={bot.key} view={view} />}
    </>
  );
}
