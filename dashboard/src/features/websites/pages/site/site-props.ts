import type { Bot, Website } from '@botscope/contract';

/** What the sections of a website's page are about. */
export interface SiteProps {
  site: Website;
  bot: Bot;
}
