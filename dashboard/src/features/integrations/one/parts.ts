import type { Bot, Integration } from '@botscope/contract';

/** What the sections of the page are about. */
export interface SectionProps {
  integration: Integration;
  bot: Bot;
  /** Whether the account may change it; without, everything can be read. */
  mayManage: boolean;
}

/** Dialogs that the address opens over the page. */
export const dialogs = ['resume', 'replay', 'backfill', 'secret', 'remove', 'retry-failed', 'retry-unknown'] as const;
export type IntegrationDialog = (typeof dialogs)[number];

export interface DialogProps {
  integration: Integration;
  onClose(): void;
}
