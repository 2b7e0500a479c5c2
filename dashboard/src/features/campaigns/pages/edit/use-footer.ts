import { type Bot, type MessageButton, mailingPressData } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../../platform/session/bot-data.ts';
import type { DraftState } from '../../data/draft.ts';
import { mailingSettingsQuery } from '../../data/mailing-settings.ts';

/** The row of buttons that the bot's settings add below the message; none for those who may not see them. */
export function useFooter(bot: Bot, { stored, values }: DraftState): MessageButton[][] {
  const settings = useQuery({ ...mailingSettingsQuery(bot.key), enabled: may(bot, 'settings.view') }).data;
  if (!settings?.has_button || values.audience.is_service) return [];
  return [[{ text: settings.button_text, callback_data: mailingPressData('unsubscribe', stored?.campaign_id ?? 1) }]];
}
