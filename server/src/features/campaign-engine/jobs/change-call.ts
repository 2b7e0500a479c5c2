import {
  campaignMessageProblems,
  type MessageButton,
  messageLimits,
  renderTemplate,
  replaceLinks,
  type SentMessageReason,
  type TemplateValues,
} from '@botscope/contract';
import { deletingAllCall, editingAlbumCall, editingCopyCall } from '../../../telegram/sending/content-calls.ts';
import { deletingCall, editingCall, pinningCall, type TelegramCall } from '../../../telegram/sending/telegram-call.ts';
import { reasonOfProblem } from '../delivery/judge-outcome.ts';
import { withFooter } from '../delivery/message-call.ts';
import type { SenderDeps } from '../engine-deps.ts';
import type { RunningJob, SentMessage } from './running-jobs.ts';

/** The call that changes a message, or why Telegram need not be asked. */
export function changeCall(
  { action, campaignId, message }: Pick<RunningJob, 'action' | 'campaignId' | 'message'>,
  { userId, messageId, moreIds, sentAt }: SentMessage,
  values: TemplateValues,
  { now, linkTo, footer }: { now: number; linkTo: SenderDeps['linkTo']; footer: MessageButton | null },
): { call: TelegramCall } | { reason: SentMessageReason } {
  if (action === 'pin' || action === 'unpin') return { call: pinningCall(userId, messageId, action === 'pin') };
  if (action === 'delete') {
    if (now - sentAt >= messageLimits.deletable) return { reason: 'too_old' };
    const call =
      moreIds.length === 0 ? deletingCall(userId, messageId) : deletingAllCall(userId, [messageId, ...moreIds]);
    return { call };
  }
  const fill = (content: typeof message) => withFooter(renderTemplate(content, values), footer);
  const untrackedContent = fill(message);
  const isTracked = message.track_links && linkTo !== undefined;
  const address = (link: number) => linkTo?.({ campaignId, userId, message: 0, link, isTest: false }) ?? '';
  const rendered = isTracked ? fill(replaceLinks(message, address)) : untrackedContent;
  const [problem] = [
    ...campaignMessageProblems(untrackedContent),
    ...(isTracked ? campaignMessageProblems(rendered) : []),
  ];
  if (problem !== undefined) return { reason: reasonOfProblem(problem) };
  if (message.album !== undefined) return { call: editingAlbumCall(userId, messageId, rendered) };
  if (message.post !== undefined) return { call: editingCopyCall(userId, messageId, rendered) };
  const call = editingCall(userId, messageId, rendered, message.media !== null);
  if (message.media === null && message.disable_preview) call.params.link_preview_options = { is_disabled: true };
  return { call };
}
