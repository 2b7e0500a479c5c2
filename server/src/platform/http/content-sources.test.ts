import { expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { contentPolicy } from './content-policy.ts';
import { contentSources } from './content-sources.ts';

type Given = Pick<Config, 'outside' | 'telegramLogin'>;
const nothing: Given = {
  outside: { newsUrl: undefined, blogUrl: undefined, chat: null, analytics: null, emailMarketingUrl: undefined },
  telegramLogin: { bot: null, oidc: null },
};
const buildPolicy = (
  outside: Partial<Config['outside']>,
  telegramLogin: Given['telegramLogin'] = nothing.telegramLogin,
) =>
  contentPolicy({
    https: true,
    sources: contentSources({ outside: { ...nothing.outside, ...outside }, telegramLogin }),
  });
const ownPolicy = buildPolicy({});
/** Returns the sources that a policy has besides those of the bare one. */
const findAddedSources = (policy: typeof ownPolicy) =>
  Object.fromEntries(
    Object.entries(policy).flatMap(([name, list]) => {
      const newSources =
        list?.filter((source) => !ownPolicy[name as keyof typeof ownPolicy]?.includes(source as never)) ?? [];
      return newSources.length === 0 ? [] : [[name, newSources]];
    }),
  );

it('the policy admits no other source if none is configured', () => {
  expect(ownPolicy).toEqual({
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    frameSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: [],
  });
});

it('services that the pages never meet change nothing', () => {
  expect(
    findAddedSources(
      buildPolicy({ blogUrl: 'https://blog.example', emailMarketingUrl: 'https://mail.example/identify' }),
    ),
  ).toEqual({});
});

it('the content service: its pictures', () => {
  expect(findAddedSources(buildPolicy({ newsUrl: 'https://cms.example/posts?x=1' }))).toEqual({
    imgSrc: ['https://cms.example'],
  });
});

it('analytics: the script, its requests and its pixel, by origin', () => {
  const analytics = { url: 'https://a.example/js/a.js', hosts: ['https://in.example'] };
  expect(findAddedSources(buildPolicy({ analytics }))).toEqual({
    scriptSrc: ['https://a.example', 'https://in.example'],
    imgSrc: ['https://a.example', 'https://in.example'],
    connectSrc: ['https://a.example', 'https://in.example'],
  });
});

it('the chat: besides its frame, style sheets and live connection', () => {
  const chat = { url: 'https://chat.example/widget.js', hosts: ['wss://live.example'] };
  expect(findAddedSources(buildPolicy({ chat }))).toEqual({
    scriptSrc: ['https://chat.example'],
    styleSrc: ['https://chat.example'],
    fontSrc: ['https://chat.example'],
    imgSrc: ['https://chat.example'],
    connectSrc: ['https://chat.example', 'wss://live.example', 'wss://chat.example'],
    frameSrc: ['https://chat.example'],
  });
});

it('the classic Telegram button: only where the pages show it', () => {
  const bot = { username: 'login_bot', token: '1:a' };
  const oidc = { issuer: 'https://oauth.telegram.org', clientId: '1', clientSecret: 's' };
  expect(findAddedSources(buildPolicy({}, { bot, oidc: null }))).toEqual({
    scriptSrc: ['https://telegram.org'],
    frameSrc: ['https://oauth.telegram.org'],
  });
  expect(findAddedSources(buildPolicy({}, { bot, oidc }))).toEqual({});
});
