/** Texts about content besides a text with a file, for the editor and the page of a campaign. */
export const campaignContent = {
  track: {
    label: 'Count who opens links',
    hint_one:
      '{{count}} link leads through {{address}}, which counts the click and opens the page at once. Links to t.me stay as they are.',
    hint_other:
      '{{count}} links lead through {{address}}, which counts the click and opens the page at once. Links to t.me stay as they are.',
    unavailable:
      'Not available: users would open the links at this server, so it needs a public https address (PUBLIC_URL).',
  },
  links: {
    title: 'Links',
    link: 'Link',
    clicks: 'Clicks',
    how: 'How clicks are counted',
    counted:
      'Users: recipients who opened the link. Clicks: how often they did. Link previews, tests and browsers that are signed in to Botscope are not counted.',
    any: 'Opened a link',
    one: 'Opened “{{link}}”',
  },
  preview: {
    label: 'Link preview',
    auto: 'As Telegram chooses',
    small: 'Small picture',
    large: 'Large picture',
    off: 'Off',
    url: 'Preview of',
    urlHint: 'Empty: the first link in the text',
    above: 'Above the text',
  },
  captionAbove: 'Caption above the picture',
  kinds: {
    label: 'What is sent',
    message: 'Message',
    album: 'Album',
    post: 'Copy of a post',
  },
  album: {
    files: 'Files of the album',
    add: 'Add files',
    hint: '2 to 10 files, 50 MB together: photos and videos, or only documents, or only audio. The caption belongs to the first. Each file counts as a message.',
    full: 'An album has at most {{most}} files.',
    left_one: '{{number}} file was left out: an album has at most {{most}}.',
    left_other: '{{number}} files were left out: an album has at most {{most}}.',
    earlier: 'Move {{name}} up',
    later: 'Move {{name}} down',
    remove: 'Remove {{name}}',
    as: 'Send {{name}} as',
    spoiler: 'Spoiler',
    noButtons: 'Telegram shows no buttons below an album, so there is no unsubscribe button either.',
    hasButtons_one: 'Telegram shows no buttons below an album. This message has {{number}} button.',
    hasButtons_other: 'Telegram shows no buttons below an album. This message has {{number}} buttons.',
    removeButtons: 'Remove the buttons',
  },
  post: {
    link: 'Link to the post',
    hint: 'Such as https://t.me/channel/12. Or a chat ID and a message ID: -1001234567890 12.',
    access: 'The bot must be able to read the chat: add it to a private channel or group first.',
    invalid: 'This is not a link to a post.',
    open: 'Open the post',
    caption: 'Caption of your own',
    captionHint: 'Leave it empty to keep the post’s caption. Only photos, videos, audio and documents have one.',
    about: 'Users get a copy of this post, without its author and buttons.',
    unknown: 'Open it in Telegram to see what it contains.',
    of: 'Post {{id}} of chat {{chat}}',
    contents: {
      photo: 'With a photo',
      video: 'With a video',
      animation: 'With an animation',
      audio: 'With audio',
      document: 'With a document',
      voice: 'A voice message',
      poll: 'A poll',
      other: 'With other content',
    },
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    CampaignContent: typeof campaignContent;
  }
}
