import type { Bot, MiniApp } from '@botscope/contract';

/** What the sections of an app's page are about. */
export interface AppProps {
  app: MiniApp;
  bot: Bot;
}
