import type { Bot, MiniApp } from '@botscope/contract';

/** Props of the sections on an app's page. */
export interface AppProps {
  app: MiniApp;
  bot: Bot;
}
