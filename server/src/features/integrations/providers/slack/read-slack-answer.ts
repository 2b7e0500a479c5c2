import type { Outcome, ProviderAnswer } from '../provider.ts';
import { readStatus } from '../read-status.ts';

/** Words with which Slack refuses every message of a webhook, by the code of the problem. */
const problems: Readonly<Record<string, string>> = {
  invalid_token: 'unauthorized',
  no_active_hooks: 'gone',
  no_service: 'gone',
  no_service_id: 'gone',
  no_team: 'gone',
  team_disabled: 'gone',
  channel_is_archived: 'gone',
  channel_not_found: 'not_found',
  user_not_found: 'not_found',
  action_prohibited: 'forbidden',
  posting_to_general_channel_denied: 'forbidden',
};

/** Reads Slack's answer: a word, which says more than the status. */
export function readSlackAnswer(answer: ProviderAnswer, now: number): Outcome {
  const word = answer.body.trim();
  const code = Object.hasOwn(problems, word) ? problems[word] : undefined;
  if (code !== undefined) return { kind: 'stop', code, detail: word };
  const { status } = answer;
  const detail = `${status} ${word.slice(0, 500)}`;
  // A page of something between us and Slack.
  if (status >= 200 && status < 300 && word !== 'ok') return { kind: 'unknown', code: 'other', detail };
  // Slack may have sent the message before it failed; only 503 says that it took nothing.
  if (status >= 500 && status !== 503) return { kind: 'unknown', code: 'unavailable', detail };
  return readStatus(answer, now);
}
