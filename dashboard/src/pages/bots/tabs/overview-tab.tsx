import type { Bot } from '@botscope/contract';
import { AboutSection } from '../about/about-section.tsx';
import { FactsSection } from '../about/facts-section.tsx';
import { FlagsSection } from '../about/flags-section.tsx';
import { may } from '../bot-data.ts';
import { Problems } from '../problems.tsx';
import { RecentErrors } from '../recent-errors.tsx';

/** What the bot is, and how it is doing. */
export function OverviewTab({ bot }: { bot: Bot }) {
  const mayView = may(bot, 'settings.view');
  return (
    <>
      <Problems bot={bot} />
      <FactsSection bot={bot} />
      {mayView && <AboutSection bot={bot} />}
      {mayView && bot.has_token && <FlagsSection bot={bot} />}
      {may(bot, 'errors.view') && <RecentErrors bot={bot} />}
    </>
  );
}
