import type { Bot, Website } from '@botscope/contract';

/** Website and bot that the sections of a website's page show. */
export interface SiteProps {
  site: Website;
  bot: Bot;
}
