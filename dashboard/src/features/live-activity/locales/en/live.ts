export const live = {
  title: 'Live',
  online: 'Online now',
  lastMinutes_one: '{{number}} user in the last 30 minutes',
  lastMinutes_other: '{{number}} users in the last 30 minutes',
  now: 'now',
  asTable: 'Show as a table',
  minute: 'Minute',
  users: 'Users',
  events: 'Latest events',
  pause: 'Pause',
  resume: 'Resume',
  nameless: 'User {{id}}',
  empty: { title: 'No activity', text: 'New events appear here within seconds.' },
  noBot: { title: 'No bot yet', text: 'Connect a bot to see what happens in it now.' },
  noAccess: { title: 'You don’t have access to this page', text: 'Ask the person who invited you for access.' },
  types: {
    text: 'Text',
    command: 'Command',
    button: 'Button',
    inline: 'Inline query',
    photo: 'Photo',
    video: 'Video',
    animation: 'Animation',
    audio: 'Music',
    voice: 'Voice message',
    video_note: 'Video message',
    document: 'File',
    sticker: 'Sticker',
    contact: 'Contact',
    location: 'Location',
    poll: 'Poll vote',
    reaction: 'Reaction',
    edited: 'Edited message',
    payment: 'Payment',
    join_request: 'Join request',
    webapp: 'Mini App data',
    service: 'Service message',
    other: 'Action',
    left: 'Left the bot',
    returned: 'Returned',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Live: typeof live;
  }
}
