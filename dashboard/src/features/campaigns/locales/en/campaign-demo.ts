export const campaignDemo = {
  note: 'Nothing leaves the demo: its users are simulated, answer within minutes, and only you see what you write.',
  limits: 'For a day you can keep 5 campaigns. Each goes to 500 users at most, with a file of up to 2 MB.',
  example: 'Example',
  test: 'Send to a simulated user',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    CampaignDemo: typeof campaignDemo;
  }
}
