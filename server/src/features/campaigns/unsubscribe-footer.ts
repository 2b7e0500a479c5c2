import { type MailingSettings, mailingPressData } from '@botscope/contract';
import type { FooterOf, SentFootersOf } from '../campaign-engine/campaign-engine.ts';
import { subscribeAgainText, type Unsubscribes } from '../unsubscribes/unsubscribes.ts';

/** The button by which recipients unsubscribe, where the bot's settings want one. */
export function createFooterBuilder(
  settingsOf: (bot: string) => Pick<MailingSettings, 'has_button' | 'button_text'>,
): FooterOf {
  return (bot, { campaignId, audience }) => {
    const { has_button, button_text: text } = settingsOf(bot);
    if (!has_button || audience.is_service) return null;
    return { text, callback_data: mailingPressData('unsubscribe', campaignId) };
  };
}

/** The button below a message that a user has: someone who has pressed it meanwhile was offered the way back instead. */
export function createSentFooterLoader(
  footerOf: FooterOf,
  unsubscribes: Pick<Unsubscribes, 'of' | 'settingsOf'>,
): SentFootersOf {
  return async (bot, userIds, campaign) => {
    const footer = footerOf(bot, campaign);
    if (footer === null || !unsubscribes.settingsOf(bot).offers_return) return () => footer;
    const unsubscribers = await unsubscribes.of(bot, userIds);
    const callback_data = mailingPressData('subscribe', campaign.campaignId);
    return (userId, language) =>
      unsubscribers.has(userId) ? { text: subscribeAgainText(language), callback_data } : footer;
  };
}
