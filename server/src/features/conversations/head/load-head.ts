import type { UserHead } from '@botscope/contract';
import { chatCodesSql, toChatState } from '../../../analytics/query/segments/chat-states.sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { child } from '../../../telegram/json.ts';
import { parseContent } from '../parse/content.ts';
import { parsePayload } from '../parse/items.ts';
import { toIso } from '../parse/version.ts';
import { askAbout, type UserQuestion } from './ask-about.ts';
import { appCountrySql, locationSql, profileSql, statusSql } from './head.sql.ts';

type ProfileRow = Pick<UserHead, 'first_name' | 'last_name' | 'username' | 'language' | 'is_premium' | 'gender'> & {
  first_ms: number;
  last_ms: number;
};

interface LocationRow {
  at_ms: number;
  kind: string;
  payload: string;
  country: string;
}

/**
 * Loads a user's profile by the statements of the reports, filtered by this user, so that the numbers agree.
 * @throws AppError NotFound for a user who never contacted the bot, and as `runQuery` does
 */
export async function loadHead(question: UserQuestion): Promise<UserHead> {
  const { ask } = await askAbout(question);
  const [[profile], [status], [chat], [location], [app]] = await Promise.all([
    ask<ProfileRow>(profileSql),
    ask<{ left_ms: number; returned_ms: number }>(statusSql),
    ask<{ value: number }>(() => chatCodesSql('user_id = {filter_user:Int64}')),
    ask<LocationRow>(locationSql),
    ask<{ country: string }>(appCountrySql),
  ]);
  if (profile === undefined) throw new AppError('NotFound', { field: 'user_id' });
  const { first_ms, last_ms, ...identity } = profile;
  const { left_ms = 0, returned_ms = 0 } = status ?? {};
  return {
    user_id: question.user,
    ...identity,
    location: location === undefined ? null : parseLocation(location),
    app_country: app?.country ?? '',
    status: left_ms > returned_ms ? 'left' : 'live',
    chat: toChatState(chat?.value),
    status_since: toIso(Math.max(left_ms, returned_ms) || first_ms),
    first_time: toIso(first_ms),
    last_time: toIso(last_ms),
  };
}

function parseLocation({ at_ms, kind, payload, country }: LocationRow): UserHead['location'] {
  const content = parseContent(child(parsePayload(payload), kind));
  if (content?.kind !== 'location' && content?.kind !== 'venue') return null;
  return { latitude: content.latitude, longitude: content.longitude, country, at: toIso(at_ms) };
}
