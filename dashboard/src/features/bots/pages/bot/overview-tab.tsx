import type { Bot } from '@botscope/contract';
import { may } from '../../../../platform/session/bot-data.ts';
import { RecentErrors } from '../../../bot-errors/public/recent-errors.tsx';
import { AboutSection } from '../../../bot-profile/public/about/about-section.tsx';
import { FactsSection } from '../../../bot-profile/public/about/facts-section.tsx';
import { FlagsSection } from '../../../bot-profile/public/about/flags-section.tsx';
import { Problems } from '../../../connections/public/problems.tsx';

/** Facts about the bot, and its state. */
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
