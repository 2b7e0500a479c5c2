import {
  beginsAt,
  type CampaignAudience,
  type CampaignMessage,
  type CampaignProblem,
  type CampaignSending,
  type CampaignVariants,
  campaignMessageProblems,
  computeShares,
  countMessages,
  type ErrorCode,
  endsEverywhere,
  freeSpeed,
  listVariables,
  listVersions,
  renderTemplate,
  type TemplateValues,
  tenthsOfMinute,
  typeOfMessage,
} from '@botscope/contract';
import { isTimeZone } from '../accounts/accounts.ts';
import { fileProblems } from './check-files.ts';
import type { CampaignContent } from './stored-campaign.ts';

/** Lists what keeps a campaign with variants from being started, besides the messages themselves. */
function variantsProblems(
  variants: CampaignVariants,
  { targets }: { targets: ReadonlySet<number> },
): CampaignProblem[] {
  const { languages, others, test } = variants;
  const problems: CampaignProblem[] = [];
  const add = (field: string): void => void problems.push({ code: 'InvalidField', field: `variants.${field}` });
  if ((computeShares(variants)[0] ?? 0) < 1) add('shares');
  for (const { languages: codes } of [{ languages }, ...others]) {
    if (new Set(codes.map(({ code }) => code)).size < codes.length) add('languages');
  }
  if (test !== null && others.length === 0) add('test');
  if (test?.winner.by === 'target' && !targets.has(test.winner.target_id)) add('test.winner');
  return problems;
}

/** Facts that a campaign is checked against. */
interface CheckContext {
  /** Unix ms. */
  now: number;
  hasToken: boolean;
  /** The most that the operator allows, messages a second. */
  maxSpeed: number;
  /** Keys of the bot's custom fields that are not archived. */
  fields: ReadonlySet<string>;
  /** The files of its messages that are there, by id. */
  files: Parameters<typeof fileProblems>[1];
  /** Ids of the bot's targets. */
  targets: ReadonlySet<number>;
  /** Ids in `without_campaigns` that are the bot's. */
  campaigns: ReadonlySet<number>;
  /** Number of users who can get it; null where they cannot be counted. */
  canGet: number | null;
  /** The Stars of the bot, in tenths; null where Telegram does not say. Asked for of paid campaigns alone. */
  starTenths: number | null;
  /** Whether users could open tracked links. */
  canTrack: boolean;
  /** Chats of posts that Telegram does not let the bot read. */
  unreadableChats: ReadonlySet<string>;
}

/** Why a campaign cannot be started: pure, the message first. */
export function campaignProblems(
  { automation, audience, message, sending, variants }: Omit<CampaignContent, 'name'>,
  context: CheckContext,
): CampaignProblem[] {
  return [
    ...(context.hasToken ? [] : [problem('NeedToken', 'bot')]),
    ...messagesProblems({ message, variants }, context),
    ...variantsProblems(variants, context),
    ...(automation === null ? audienceProblems(audience, context) : []),
    ...sendingProblems(sending, variants, context),
    ...paidProblems({ message, sending, variants }, context),
  ];
}

/** The message as it is for one user: what Telegram would refuse. */
export function renderedProblems(message: CampaignMessage, values: TemplateValues): CampaignProblem[] {
  return campaignMessageProblems(renderTemplate(message, values)).map(({ code, path }) =>
    problem(code, ['message', ...path].join('.')),
  );
}

/** Checks every version; problems name theirs where there are several. */
function messagesProblems(content: Pick<CampaignContent, 'message' | 'variants'>, context: CheckContext) {
  const versions = listVersions(content);
  return versions.flatMap(({ variant, language, message }) =>
    [
      ...templateProblems(message, context),
      ...fileProblems(message, context.files),
      ...postProblems(message, context),
    ].map((messageProblem) =>
      versions.length === 1 ? messageProblem : { ...messageProblem, version: { variant, language } },
    ),
  );
}

const problem = (code: ErrorCode, field: string): CampaignProblem => ({ code, field });

/** Problems of the message rendered for a user without values; others can only be found per user. */
export function templateProblems(
  message: CampaignMessage,
  { fields, canTrack }: Pick<CheckContext, 'fields' | 'canTrack'>,
): CampaignProblem[] {
  if (typeOfMessage(message) === 'sendMessage' && message.text.trim() === '')
    return [problem('RequiredFields', 'message.text')];
  const hasUnknownField = (content: Partial<CampaignMessage>): boolean =>
    listVariables({ text: '', entities: [], buttons: [], ...content }).some(
      (name) => name.startsWith('field.') && !fields.has(name.slice('field.'.length)),
    );
  const { text, entities, buttons } = message;
  return [
    ...renderedProblems(message, () => ''),
    ...(message.track_links && !canTrack ? [problem('NeedPublicAddress', 'message.track_links')] : []),
    ...(hasUnknownField({ text }) ? [problem('UnknownVariable', 'message.text')] : []),
    ...(hasUnknownField({ entities }) ? [problem('UnknownVariable', 'message.entities')] : []),
    ...(hasUnknownField({ buttons }) ? [problem('UnknownVariable', 'message.buttons')] : []),
  ];
}

function postProblems({ post }: CampaignMessage, { unreadableChats }: CheckContext): CampaignProblem[] {
  return post !== undefined && unreadableChats.has(post.chat) ? [problem('PostNotFound', 'message.post')] : [];
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

function sendingProblems(
  sendingOptions: CampaignSending,
  variants: CampaignContent['variants'],
  { now, maxSpeed }: CheckContext,
): CampaignProblem[] {
  const problems: CampaignProblem[] = [];
  const add = (code: ErrorCode, field: string): void => void problems.push(problem(code, `sending.${field}`));
  const date = beginsAt(sendingOptions);
  const end = sendingOptions.finish_by === null ? null : Date.parse(sendingOptions.finish_by);
  if (sendingOptions.user_time === null && date !== null && date < now) add('DateInPast', 'date_send');
  if (end !== null && end <= now) add('DateInPast', 'finish_by');
  else if (end !== null && date !== null && end <= date) add('InvalidField', 'finish_by');
  problems.push(...userTimeProblems(sendingOptions, variants, now));
  if (sendingOptions.speed > maxSpeed) add('InvalidField', 'speed');
  if (sendingOptions.interval_cap > maxSpeed) add('InvalidField', 'interval_cap');
  const { quiet } = sendingOptions;
  if (quiet !== null && !isTimeZone(quiet.time_zone)) add('InvalidField', 'quiet.time_zone');
  // Quiet all day: nothing would ever be sent.
  if (quiet !== null && quiet.from === quiet.to) add('InvalidField', 'quiet.to');
  return problems;
}

/** Users have it at different times: nothing that counts from one start goes with it. */
function userTimeProblems(
  { user_time: userTime, date_send, spread_hours }: CampaignSending,
  { test }: CampaignContent['variants'],
  now: number,
): CampaignProblem[] {
  if (userTime === null) return [];
  const sendingProblem = (code: ErrorCode, field: string) => problem(code, `sending.${field}`);
  return [
    ...(endsEverywhere(userTime) <= now ? [sendingProblem('DateInPast', 'user_time.date')] : []),
    ...(isTimeZone(userTime.time_zone) ? [] : [sendingProblem('InvalidField', 'user_time.time_zone')]),
    ...(date_send === null ? [] : [sendingProblem('InvalidField', 'date_send')]),
    ...(spread_hours === null ? [] : [sendingProblem('InvalidField', 'spread_hours')]),
    ...(test === null ? [] : [problem('InvalidField', 'variants.test')]),
  ];
}

/** Without Stars for the first minute Telegram would make it slow, and give no reason. */
function paidProblems(
  { sending, ...messages }: Pick<CampaignContent, 'message' | 'variants' | 'sending'>,
  { maxSpeed, canGet, starTenths }: CheckContext,
): CampaignProblem[] {
  if (!sending.is_paid) return [];
  if (maxSpeed <= freeSpeed) return [problem('InvalidField', 'sending.is_paid')];
  if (starTenths === null) return [problem('TelegramUnavailable', 'sending.is_paid')];
  const each = Math.max(...listVersions(messages).map(({ message }) => countMessages(message)));
  return tenthsOfMinute((canGet ?? 0) * each, sending) > starTenths
    ? [problem('NotEnoughStars', 'sending.is_paid')]
    : [];
}
