import { type CampaignMessage, type ParseMode, parseMarkup } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';

/**
 * A message whose text may be in Telegram's markup, as it is stored: with entities, which no user's name can break.
 * @throws AppError InvalidMarkup (`message.text`) with the place, InvalidField (`message.entities`) for both at once
 */
export function unmarkedMessage({
  parse_mode: mode,
  ...message
}: CampaignMessage & { parse_mode?: ParseMode | undefined }): CampaignMessage {
  if (mode === undefined) return message;
  if (message.entities.length > 0) {
    throw new AppError('InvalidField', { field: 'message.entities', message: 'Give entities or parse_mode' });
  }
  const markup = parseMarkup(message.text, mode);
  if ('text' in markup) return { ...message, ...markup };
  throw new AppError('InvalidMarkup', {
    field: 'message.text',
    message: `${mode}: ${markup.problem} at UTF-16 offset ${markup.at}`,
  });
}
