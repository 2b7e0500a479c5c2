import { CampaignAudience, CampaignMessage, CampaignSending, CampaignVariants } from '@botscope/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { campaignProblems } from './check-campaign.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const id = '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab';
const other = '6e2d8c1f-3f5a-4b8e-9f6e-0123456789ab';
const photo = { kind: 'photo', file: id };
const post = { chat: '@shop', message_id: 12 };
const file = (type: string, bytes = 1_000) => ({ type, bytes });

type Context = Parameters<typeof campaignProblems>[1];
interface Case {
  message?: object;
  audience?: object;
  sending?: object;
  variants?: object;
  context?: Partial<Context>;
}

const listProblems = ({ message = {}, audience = {}, sending = {}, variants = {}, context = {} }: Case): string[] =>
  campaignProblems(
    {
      automation: null,
      message: z.parse(CampaignMessage, { text: 'Hello', ...message }),
      audience: z.parse(CampaignAudience, { kind: 'all', ...audience }),
      sending: z.parse(CampaignSending, sending),
      variants: z.parse(CampaignVariants, variants),
    },
    {
      now,
      hasToken: true,
      maxSpeed: 10,
      fields: new Set(['city']),
      files: new Map(),
      targets: new Set([1]),
      campaigns: new Set([101]),
      canGet: 5,
      starTenths: null,
      canTrack: true,
      unreadableChats: new Set(),
      ...context,
    },
  ).map(({ code, field, version }) =>
    [code, field, version && [version.variant, version.language].filter(Boolean).join('.')].filter(Boolean).join(' '),
  );

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
  ['tracked links', { message: { track_links: true } }, []],
  [
    'tracked links that nobody could open',
    { message: { track_links: true }, context: { canTrack: false } },
    ['NeedPublicAddress message.track_links'],
  ],
  ['too long', { message: { text: 'x'.repeat(4_097) } }, ['MessageTooLong message.text']],
  [
    'an album',
    { message: { text: '', album: [photo, photo] }, context: { files: new Map([[id, file('image/png')]]) } },
    [],
  ],
  [
    'an album of one, with a button',
    {
      message: { album: [photo], buttons: [[{ text: 'Go', callback_data: 'go' }]] },
      context: { files: new Map([[id, file('image/png')]]) },
    },
    ['InvalidAlbum message.album', 'InvalidAlbum message.buttons'],
  ],
  [
    'an album of everything, with a file that is gone and a video that is none',
    {
      message: { album: [photo, { kind: 'video', file: id }, { kind: 'document', file: other }] },
      context: { files: new Map([[id, file('image/png')]]) },
    },
    ['InvalidAlbum message.album', 'InvalidField message.album.1.kind', 'FileGone message.album.2.file'],
  ],
  [
    'an album that is too large for one request',
    {
      message: {
        album: [
          { kind: 'video', file: id },
          { kind: 'video', file: other },
        ],
      },
      context: {
        files: new Map([
          [id, { ...file('video/mp4'), bytes: 30_000_000 }],
          [other, { ...file('video/mp4'), bytes: 30_000_000 }],
        ]),
      },
    },
    ['InvalidAlbum message.album'],
  ],
  ['a post', { message: { text: '', post } }, []],
  [
    'a post that the bot cannot read',
    { message: { text: '', post }, context: { unreadableChats: new Set(['@shop']) } },
    ['PostNotFound message.post'],
  ],
  [
    'a file and a post',
    { message: { media: photo, post }, context: { files: new Map([[id, file('image/png')]]) } },
    ['InvalidField message.post'],
  ],
  [
    'Stars for each file of an album',
    {
      message: { album: [photo, photo] },
      sending: { is_paid: true, speed: 100, interval_cap: 100 },
      context: { files: new Map([[id, file('image/png')]]), maxSpeed: 100, canGet: 10, starTenths: 13 },
    },
    ['NotEnoughStars sending.is_paid'],
  ],
  [
    'a button that does nothing',
    { message: { buttons: [[{ text: 'Go', callback_data: 'go' }, { text: 'No' }]] } },
    ['InvalidButton message.buttons.0.1'],
  ],
  ['a file that is gone', { message: { media: { kind: 'photo', file: id } } }, ['FileGone message.media.file']],
  [
    'a photo that is too large',
    {
      message: { media: { kind: 'photo', file: id } },
      context: { files: new Map([[id, file('image/png', 10_485_761)]]) },
    },
    ['UploadTooLarge message.media.file'],
  ],
  [
    'a photo that is too wide',
    {
      message: { media: photo },
      context: { files: new Map([[id, { ...file('image/png'), size: { width: 10_000, height: 100 } }]]) },
    },
    ['PhotoDimensions message.media.file'],
  ],
  [
    'a format that begins inside an emoji',
    { message: { text: '😀b', entities: [{ type: 'bold', offset: 1, length: 1 }] } },
    ['InvalidEntity message.entities.0'],
  ],
  [
    'a link inside of code, which Telegram would drop',
    {
      message: {
        text: 'abc',
        entities: [
          { type: 'code', offset: 0, length: 3 },
          { type: 'text_link', offset: 1, length: 1, url: 'https://a.example' },
        ],
      },
    },
    ['InvalidEntity message.entities.1'],
  ],
  [
    'a video in another form',
    { message: { media: { kind: 'video', file: id } }, context: { files: new Map([[id, file('video/x-msvideo')]]) } },
    ['InvalidField message.media.kind'],
  ],
  [
    'a video of no known form',
    {
      message: { media: { kind: 'video', file: id } },
      context: { files: new Map([[id, file('application/octet-stream')]]) },
    },
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
  [
    'paid without Stars',
    {
      sending: { is_paid: true, speed: 300, interval_cap: 300 },
      context: { maxSpeed: 300, canGet: 1_000, starTenths: 899 },
    },
    ['NotEnoughStars sending.is_paid'],
  ],
  [
    'paid with enough Stars',
    {
      sending: { is_paid: true, speed: 300, interval_cap: 300 },
      context: { maxSpeed: 300, canGet: 1_000, starTenths: 900 },
    },
    [],
  ],
  [
    'paid, and Telegram does not say how many Stars',
    { sending: { is_paid: true }, context: { maxSpeed: 300 } },
    ['TelegramUnavailable sending.is_paid'],
  ],
  [
    'paid where the operator does not allow it',
    { sending: { is_paid: true }, context: { maxSpeed: 30 } },
    ['InvalidField sending.is_paid'],
  ],
  ['users’ own time', { sending: { user_time: { date: '2026-03-03', time: '10:00', time_zone: 'Europe/Riga' } } }, []],
  [
    'one that has passed in some zones, not in all',
    { sending: { user_time: { date: '2026-03-01', time: '22:01', time_zone: 'UTC' } } },
    [],
  ],
  [
    'one that nobody has any more',
    { sending: { user_time: { date: '2026-03-01', time: '22:00', time_zone: 'UTC' } } },
    ['DateInPast sending.user_time.date'],
  ],
  [
    'one with what counts from a start',
    {
      sending: {
        user_time: { date: '2026-03-03', time: '10:00', time_zone: 'Mars/Olympus' },
        spread_hours: 2,
        date_send: '2026-03-03T10:00:00Z',
      },
      variants: {
        others: [{ share: 50, message: { text: 'B' } }],
        test: { share: 10, hours: 1, winner: { by: 'pressed' } },
      },
    },
    [
      ...['InvalidField sending.user_time.time_zone', 'InvalidField sending.date_send'],
      ...['InvalidField sending.spread_hours', 'InvalidField variants.test'],
    ],
  ],
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
])('%s', (_, testCase, expected) => {
  expect(listProblems(testCase)).toEqual(expected);
});
