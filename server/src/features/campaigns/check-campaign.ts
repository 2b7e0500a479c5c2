import {
  type CampaignAudience,
  type CampaignMessage,
  type CampaignProblem,
  type CampaignSending,
  campaignTypes,
  type ErrorCode,
  mediaMethods,
  messageLimits,
  messageProblems,
  renderTemplate,
  type TemplateValues,
  variablesOf,
} from '@botscope/contract';
import { isTimeZone } from '../accounts/accounts.ts';
import type { CampaignContent } from './stored-campaign.ts';

/** What a campaign is checked against. */
interface CheckContext {
  /** Unix ms. */
  now: number;
  hasToken: boolean;
  /** The most that the operator allows, messages a second. */
  maxSpeed: number;
  /** Keys of the bot's custom fields that are not archived. */
  fields: ReadonlySet<string>;
  /** The file of the message; null where there is none, or none any more. */
  file: { type: string; bytes: number } | null;
  /** Those of `without_campaigns` that are the bot's. */
  campaigns: ReadonlySet<number>;
  /** How many can get it; null where that cannot be counted. */
  canGet: number | null;
}

/** Why a campaign cannot be started: pure, the message first. */
export function campaignProblems(
  { audience, message, sending }: Omit<CampaignContent, 'name'>,
  context: CheckContext,
): CampaignProblem[] {
  return [
    ...(context.hasToken ? [] : [problem('NeedToken', 'bot')]),
    ...templateProblems(message, context),
    ...mediaProblems(message, context),
    ...audienceProblems(audience, context),
    ...sendingProblems(sending, context),
  ];
}

/** The message as it is for one user: what Telegram would refuse. */
export function renderedProblems(message: CampaignMessage, values: TemplateValues): CampaignProblem[] {
  return messageProblems(renderTemplate(message, values)).map(({ code, path }) =>
    problem(code, ['message', ...path].join('.')),
  );
}

const problem = (code: ErrorCode, field: string): CampaignProblem => ({ code, field });

/** Rendered for a user of whom nothing is known: everything else can only be known of each user. */
function templateProblems(message: CampaignMessage, { fields }: CheckContext): CampaignProblem[] {
  if (message.media === null && message.text.trim() === '') return [problem('RequiredFields', 'message.text')];
  const unknown = (content: Partial<CampaignMessage>): boolean =>
    variablesOf({ text: '', entities: [], buttons: [], ...content }).some(
      (name) => name.startsWith('field.') && !fields.has(name.slice('field.'.length)),
    );
  const { text, entities, buttons } = message;
  return [
    ...renderedProblems(message, () => ''),
    ...(unknown({ text }) ? [problem('UnknownVariable', 'message.text')] : []),
    ...(unknown({ entities }) ? [problem('UnknownVariable', 'message.entities')] : []),
    ...(unknown({ buttons }) ? [problem('UnknownVariable', 'message.buttons')] : []),
  ];
}

/** Telegram sends other types as documents only. */
const typesOfKind: Readonly<Record<string, RegExp>> = {
  photo: /^image\//,
  video: /^video\/mp4$/,
  animation: /^(image\/gif|video\/mp4)$/,
  audio: /^audio\//,
};

function mediaProblems({ media }: CampaignMessage, { file }: CheckContext): CampaignProblem[] {
  if (media === null) return [];
  const { kind } = media;
  if (!campaignTypes.some((type) => type === mediaMethods[kind]))
    return [problem('InvalidField', 'message.media.kind')];
  if (file === null) return [problem('FileGone', 'message.media.file')];
  const problems: CampaignProblem[] = [];
  const mostBytes = kind === 'photo' ? messageLimits.photo : messageLimits.file;
  if (file.bytes > mostBytes) problems.push(problem('UploadTooLarge', 'message.media.file'));
  // What nobody knows the type of is Telegram's to judge.
  const isKnown = file.type !== 'application/octet-stream';
  if (isKnown && typesOfKind[kind]?.test(file.type) === false) {
    problems.push(problem('InvalidField', 'message.media.kind'));
  }
  return problems;
}

function audienceProblems(audience: CampaignAudience, { campaigns, canGet }: CheckContext): CampaignProblem[] {
  const problems: CampaignProblem[] = [];
  if (audience.without_campaigns.some((id) => !campaigns.has(id))) {
    problems.push(problem('InvalidField', 'audience.without_campaigns'));
  }
  if (audience.kind === 'rules' && audience.rules === undefined) {
    problems.push(problem('RequiredFields', 'audience.rules'));
  } else if (audience.kind === 'ids' && (audience.user_ids ?? []).length === 0) {
    problems.push(problem('RequiredFields', 'audience.user_ids'));
  } else if (canGet === 0) problems.push(problem('NoRecipients', 'audience'));
  return problems;
}

function sendingProblems(sending: CampaignSending, { now, maxSpeed }: CheckContext): CampaignProblem[] {
  const problems: CampaignProblem[] = [];
  const add = (code: ErrorCode, field: string): void => void problems.push(problem(code, `sending.${field}`));
  const date = sending.date_send === null ? null : Date.parse(sending.date_send);
  const end = sending.finish_by === null ? null : Date.parse(sending.finish_by);
  if (date !== null && date < now) add('DateInPast', 'date_send');
  if (end !== null && end <= now) add('DateInPast', 'finish_by');
  else if (end !== null && date !== null && end <= date) add('InvalidField', 'finish_by');
  if (sending.speed > maxSpeed) add('InvalidField', 'speed');
  if (sending.interval_cap > maxSpeed) add('InvalidField', 'interval_cap');
  const { quiet } = sending;
  if (quiet !== null && !isTimeZone(quiet.time_zone)) add('InvalidField', 'quiet.time_zone');
  // Quiet all day: nothing would ever be sent.
  if (quiet !== null && quiet.from === quiet.to) add('InvalidField', 'quiet.to');
  return problems;
}
