import type { CampaignMessage, CampaignResults } from '@botscope/contract';
import { neutralData } from '../../../simulation/telegram/reactions.ts';
import type { StoredCampaign } from '../stored-campaign.ts';

/** A campaign's message with the data that presses of its buttons are recorded with. */
export const recordedMessage = ({ visitor, message }: Pick<StoredCampaign, 'visitor' | 'message'>): CampaignMessage =>
  visitor === null ? message : withNeutralData(message);

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
export function withOwnData(message: CampaignMessage, results: CampaignResults['buttons']): CampaignResults['buttons'] {
  const ownButtons = message.buttons.flat().filter(({ callback_data }) => callback_data !== undefined);
  return results.map((result, index) => ({ ...result, callback_data: ownButtons[index]?.callback_data ?? '' }));
}
