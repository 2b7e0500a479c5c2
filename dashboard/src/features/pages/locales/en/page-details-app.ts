export const pageDetailsApp = {
  of: 'Mini App of',
  sections: 'Sections of the Mini App',
  remove: {
    text: 'Its hits stop counting at once, and everything that it has reported is deleted: launches, events and the sources they named. This cannot be undone.',
    mismatch: 'This is not the name of the Mini App',
  },
  settings: {
    anywhere: 'The page may be anywhere',
  },
  code: {
    title: 'Add the counter to the page',
    kind: 'Where is the counter added?',
    kinds: {
      html: 'Plain HTML',
      react: 'React',
      vue: 'Vue',
      npm: 'npm module',
      older: 'A page with the graspil snippet',
    },
    clicks: 'Clicks',
    clickChoices: {
      tagged: 'Of marked elements',
      all: 'Of all buttons and links',
      off: 'None',
    },
    telegram: 'Events of Telegram',
    how: {
      html: 'Paste this line into the head of the page, above the scripts of your own.',
      react:
        'Paste this line into the head of index.html, above the script of the application. It follows the router by itself.',
      vue: 'Paste this line into the head of index.html, above the script of the application. It follows the router by itself.',
      npm: 'The package comes from this server and becomes a part of your bundle. Import the counter first, before the router.',
      older: 'Pages that use this snippet change the address at its end and the key; everything else stays.',
    },
    eventsHow: {
      html: 'Mark buttons and links with data-bs-event, or push events. The queue takes them before the script has loaded.',
      react:
        'Mark elements with data-bs-event, or push events from code. The queue takes them before the script has loaded.',
      vue: 'Mark elements with data-bs-event, or push events from code. The queue takes them before the script has loaded.',
      npm: 'Push an event wherever something happens. value_num needs a unit of 3 letters.',
      older:
        'Marks and pushed events work as before. Other clicks are counted only with trackClicks: "all" beside the key.',
    },
    frames:
      'If the page sets frame-ancestors, it must include https://web.telegram.org, or Telegram Web cannot open the app.',
  },
  test: {
    title: 'Self-test',
    waiting: 'Waiting for the next hit. Open the app in Telegram.',
    allow_one: 'Allow this origin',
    allow_other: 'Allow these origins',
    allowed: 'The allowed origins are saved',
    toConnection: 'Open the bot’s connection',
    checks: {
      script: 'The page is published with the snippet, and is not shown from a cache.',
      key: 'data-key in the page is {{key}}. Hits with another key are not counted.',
      policy:
        'A Content-Security-Policy of the page allows {{host}} in script-src and connect-src. The browser’s console names what it blocks.',
      telegram: 'The app is opened in Telegram by its bot; a page without Telegram’s data has no users.',
      blocker: 'No ad blocker or proxy stops requests to {{host}}.',
    },
    findings: {
      works: { title: 'Hits come in', text: 'The last one was stored at {{moment}}.' },
      quiet: {
        title: 'No hits for more than a day',
        text: 'The last one was stored at {{moment}}. Open the app in Telegram: if nothing appears here, check the snippet in the page.',
      },
      noHits: {
        title: 'No hits yet',
        text: 'Open the app in Telegram. If nothing appears within seconds, check this:',
      },
      paused: { title: 'The Mini App is paused', text: 'All its hits are dropped. Resume it to count again.' },
      archived: { title: 'The Mini App is archived', text: 'All its hits are dropped. Restore it to count again.' },
      botPaused: {
        title: 'Recording of {{bot}} is paused',
        text: 'All hits of its Mini Apps are dropped. Resume recording on the bot’s page.',
      },
      origin: {
        title: 'Hits from an origin that is not allowed: {{number}}',
        text: '{{places}} is not among the allowed origins, so its hits are dropped.',
      },
      noOrigin: {
        title: 'Hits without an origin and without a proven user: {{number}}',
        text: 'Where origins are limited, a page that names none is taken only if its user is proven.',
      },
      otherKey: {
        title: 'A page reports with another key',
        text_one:
          'Your page on {{places}} reports with another key (ends in {{digits}}); the last time was {{moment}}. No Mini App has it, so the hits are dropped. Copy the snippet again: the right key ends in {{ownDigits}}.',
        text_other:
          'Your pages on {{places}} report with other keys (ending in {{digits}}); the last time was {{moment}}. No Mini App has them, so the hits are dropped. Copy the snippet again: the right key ends in {{ownDigits}}.',
      },
      rate: {
        title: 'Too many hits at once: {{number}}',
        text: 'A user may send 1 event a second (200 at once), an address 200. The script sends them again later; check the page for a loop.',
      },
      erased: {
        title: 'Hits of erased users: {{number}}',
        text: 'Nothing is stored about users whose data were erased.',
      },
      malformed: {
        title: 'Events that could not be read: {{number}}',
        text: 'They are lost; the others of the same request are stored.',
      },
      NoInitData: {
        title: 'Hits without Telegram’s data: {{number}}',
        text: 'Normal for keyboard buttons, inline mode and a browser. Otherwise the script loads too late, after a router has changed the address: put it first in the head.',
      },
      Forged: {
        title: 'Data signed by another bot: {{number}}',
        text: 'They were signed with another bot’s token, or were changed. Is the app opened by {{bot}}? After a new token from @BotFather, replace it here as well.',
      },
      Expired: {
        title: 'Expired data: {{number}}',
        text: 'The app was opened more than 24 hours before its first hit, or more than a week ago.',
      },
      FromTheFuture: {
        title: 'Data from the future: {{number}}',
        text: 'They are dated more than five minutes ahead. Check the clock of this server.',
      },
      NoSignature: {
        title: 'Old Telegram apps: {{number}}',
        text: 'Their data have no signature. With the token of {{bot}}, these users can be proven too.',
      },
      UnknownBot: {
        title: 'The bot is not known to Telegram’s signature: {{number}}',
        text: 'Users of {{bot}} can be proven once its token is connected, or its first update has come in.',
      },
      NoUser: { title: 'Data without a user: {{number}}', text: 'Telegram signed them and named no user.' },
    },
  },
  numbers: {
    users: 'Users',
    launches: 'Launches',
    reloads: 'Reloads',
    share: 'Proven hits',
    shareText: 'users known by signature',
    proven: '{{number}} proven',
    perLaunch: '{{number}} per launch',
    values: 'Values',
    unit: 'Unit',
    noUnit: 'Without unit',
    provenValue: 'Of proven users',
    unprovenValue: 'Of others',
    notIncome:
      'Values come from the browser, where anyone can send any number. They are never income: payments inside Telegram and conversions from your server are.',
    report: 'Open the report on Mini App sessions',
  },
  hits: {
    nobody: 'No user',
    launch: 'launch {{launch}}',
    noOrigin: 'No origin',
    user: 'User',
    proven: 'Proven',
    unproven: 'Not proven',
    proofs: {
      hmac: 'By the bot’s token',
      ed25519: 'By Telegram’s signature',
      none: 'Without a proof',
    },
    problems: {
      NoInitData: 'No Telegram data: keyboard button, inline mode or a browser',
      Forged: 'Not signed for {{bot}}: another bot’s data, or changed ones',
      Expired: 'Opened more than 24 hours before the first hit, or over a week ago',
      FromTheFuture: 'Dated more than five minutes ahead',
      NoSignature: 'An old Telegram app: it gives no signature, and the bot’s token is not known',
      UnknownBot: 'Neither the token nor the Telegram ID of {{bot}} is known',
      NoUser: 'Signed data without a user',
    },
    drops: {
      key: 'The bot of this key was removed',
      paused: 'The Mini App, or recording of its bot, was paused',
      origin: 'The page is at none of the allowed origins',
      rate: 'Too many at once; the script sends it again later',
      erased: 'The data of this user were erased',
    },
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    PageDetailsApp: typeof pageDetailsApp;
  }
}
