export const sentMessages = {
  title: 'Sent messages',
  have_one: '{{number}} user has this message.',
  have_other: '{{number}} users have this message.',
  deletable_one: '{{number}} message can still be deleted, until {{until}}.',
  deletable_other: '{{number}} messages can still be deleted, the last of them until {{until}}.',
  notDeletable: 'None can be deleted any more: Telegram allows it for 48 hours.',
  deleted_one: '{{number}} message was deleted.',
  deleted_other: '{{number}} messages were deleted.',
  actions: { edit: 'Edit message', delete: 'Delete messages', pin: 'Pin', unpin: 'Unpin' },
  edit: {
    title: 'Edit the sent message',
    about_one:
      '{{number}} user sees the new message, without a notification. Users who get the campaign later get the new one too.',
    about_other:
      '{{number}} users see the new message, without a notification. Users who get the campaign later get the new one too.',
    keepsFile: 'The file stays as it is.',
    keepsFiles: 'The files stay as they are.',
    keepsPost: 'The copied post stays; without a caption here its caption stays, too.',
    button_one: 'Change for {{number}} user',
    button_other: 'Change for {{number}} users',
    unchanged: 'Nothing has been changed yet.',
  },
  delete: {
    title: 'Delete the sent messages?',
    text_one: 'The message disappears from the chat of {{number}} user. This cannot be undone.',
    text_other: 'The message disappears from the chats of {{number}} users. This cannot be undone.',
    older_one: '{{number}} message is older than 48 hours and stays.',
    older_other: '{{number}} messages are older than 48 hours and stay.',
    button_one: 'Delete for {{number}} user',
    button_other: 'Delete for {{number}} users',
  },
  pin: {
    title: 'Pin the message?',
    text_one: 'It is pinned in the chat of {{number}} user, without a notification.',
    text_other: 'It is pinned in the chats of {{number}} users, without a notification.',
    button: 'Pin',
  },
  unpin: {
    title: 'Unpin the message?',
    text_one: 'It is unpinned in the chat of {{number}} user.',
    text_other: 'It is unpinned in the chats of {{number}} users.',
    button: 'Unpin',
  },
  jobs: 'Actions',
  job: { edit: 'Edited', delete: 'Deleted', pin: 'Pinned', unpin: 'Unpinned' },
  status: { Running: 'Running', Stopped: 'Stopped', Done: 'Done', Error: 'Failed' },
  progress: '{{done}} of {{total}}',
  barLabel: '{{action}}: {{done}} done, {{failed}} failed, {{remaining}} remaining',
  remaining: '{{number}} remaining',
  failed: '{{number}} failed',
  reason: '{{text}} — {{number}}',
  reasons: {
    too_old: 'The message was older than 48 hours.',
    message_gone: 'The user had deleted the message.',
  },
  by: 'by {{name}}',
  stop: 'Stop',
  resume: 'Resume',
  newMembers: {
    text_one: '{{number}} user has joined the audience since and did not get the message.',
    text_other: '{{number}} users have joined the audience since and did not get the message.',
    button: 'Send to them too',
    title: 'Send to the new members of the audience?',
    question_one: 'The message is sent to {{number}} user. Earlier recipients get nothing.',
    question_other: 'The message is sent to {{number}} users. Earlier recipients get nothing.',
    send_one: 'Send to {{number}} user',
    send_other: 'Send to {{number}} users',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    SentMessages: typeof sentMessages;
  }
}
