import { type CampaignMessage, type CampaignResults, withAllButtons } from '@botscope/contract';
import { neutralData } from '../../../simulation/telegram/reactions.ts';
import type { StoredCampaign } from '../stored-campaign.ts';

/** A campaign's message with the data that presses of its buttons are recorded with: of a visitor's, neutral data. */
export const recordedMessage = (campaign: StoredCampaign): CampaignMessage =>
  campaign.visitor === null ? withAllButtons(campaign) : withNeutralData(campaign.message);

function withNeutralData(message: CampaignMessage): CampaignMessage {
  let number = 0;
  const buttons = message.buttons.map((row) =>
    row.map((button) => {
      if (button.callback_data === undefined) return button;
      number += 1;
      return { ...button, callback_data: neutralData(number - 1) };
    }),
  );
  return { ...message, buttons };
}

/** The results of such a message, with the data that its author wrote. */
export function withOwnData(
  { visitor, message }: StoredCampaign,
  results: CampaignResults['buttons'],
): CampaignResults['buttons'] {
  if (visitor === null) return results;
  const ownButtons = message.buttons.flat().filter(({ callback_data }) => callback_data !== undefined);
  return results.map((result, index) => ({ ...result, callback_data: ownButtons[index]?.callback_data ?? '' }));
}
