import { CampaignAudience, CampaignMessage, CampaignSending } from '@botscope/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { campaignProblems } from './check-campaign.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const id = '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab';
const file = (type: string, bytes = 1_000) => ({ type, bytes });

type Context = Parameters<typeof campaignProblems>[1];
interface Case {
  message?: object;
  audience?: object;
  sending?: object;
  context?: Partial<Context>;
}

const problemsOf = ({ message = {}, audience = {}, sending = {}, context = {} }: Case): string[] =>
  campaignProblems(
    {
      message: z.parse(CampaignMessage, { text: 'Hello', ...message }),
      audience: z.parse(CampaignAudience, { kind: 'all', ...audience }),
      sending: z.parse(CampaignSending, sending),
    },
    {
      ...{ now, hasToken: true, maxSpeed: 10, fields: new Set(['city']), file: null },
      ...{ campaigns: new Set([101]), canGet: 5, ...context },
    },
  ).map(({ code, field }) => `${code} ${field}`);

test.each<[string, Case, string[]]>([
  ['nothing', {}, []],
  ['no token', { context: { hasToken: false } }, ['NeedToken bot']],
  ['no text', { message: { text: ' ' } }, ['RequiredFields message.text']],
  ['a text that may become empty', { message: { text: '{first_name}' } }, ['EmptyMessage message.text']],
  ['one that has a fallback', { message: { text: '{first_name|friend}' } }, []],
  ['a field that is there', { message: { text: 'In {field.city}' } }, []],
  ['one that is not', { message: { text: 'In {field.town}' } }, ['UnknownVariable message.text']],
  [
    'one in a button',
    { message: { buttons: [[{ text: 'Go', url: 'https://shop.example.com/{field.town}' }]] } },
    ['UnknownVariable message.buttons'],
  ],
  ['too long', { message: { text: 'x'.repeat(4_097) } }, ['MessageTooLong message.text']],
  [
    'a button that does nothing',
    { message: { buttons: [[{ text: 'Go', callback_data: 'go' }, { text: 'No' }]] } },
    ['InvalidButton message.buttons.0.1'],
  ],
  ['a file that is gone', { message: { media: { kind: 'photo', file: id } } }, ['FileGone message.media.file']],
  [
    'a photo that is too large',
    { message: { media: { kind: 'photo', file: id } }, context: { file: file('image/png', 10_485_761) } },
    ['UploadTooLarge message.media.file'],
  ],
  [
    'a video in another form',
    { message: { media: { kind: 'video', file: id } }, context: { file: file('video/x-msvideo') } },
    ['InvalidField message.media.kind'],
  ],
  [
    'a video of no known form',
    { message: { media: { kind: 'video', file: id } }, context: { file: file('application/octet-stream') } },
    [],
  ],
  ['rules that are not there', { audience: { kind: 'rules' } }, ['RequiredFields audience.rules']],
  ['no ids', { audience: { kind: 'ids', user_ids: [] } }, ['RequiredFields audience.user_ids']],
  ['nobody', { context: { canGet: 0 } }, ['NoRecipients audience']],
  ['what could not be counted', { context: { canGet: null } }, []],
  [
    'a campaign of another bot',
    { audience: { without_campaigns: [101, 102] } },
    ['InvalidField audience.without_campaigns'],
  ],
  ['a date in the past', { sending: { date_send: '2026-03-02T09:59:59Z' } }, ['DateInPast sending.date_send']],
  ['now', { sending: { date_send: '2026-03-02T10:00:00Z' } }, []],
  ['an end that has passed', { sending: { finish_by: '2026-03-02T10:00:00Z' } }, ['DateInPast sending.finish_by']],
  [
    'an end before the begin',
    { sending: { date_send: '2026-03-03T10:00:00Z', finish_by: '2026-03-03T10:00:00Z' } },
    ['InvalidField sending.finish_by'],
  ],
  [
    'faster than the operator allows',
    { sending: { speed: 11, interval_cap: 11 } },
    ['InvalidField sending.speed', 'InvalidField sending.interval_cap'],
  ],
  [
    'no time zone',
    { sending: { quiet: { from: '22:00', to: '08:00', time_zone: 'Mars/Olympus' } } },
    ['InvalidField sending.quiet.time_zone'],
  ],
  [
    'quiet all day',
    { sending: { quiet: { from: '08:00', to: '08:00', time_zone: 'Europe/Riga' } } },
    ['InvalidField sending.quiet.to'],
  ],
])('%s', (_, about, expected) => {
  expect(problemsOf(about)).toEqual(expected);
});
