export const pageDetailsSite = {
  of: 'Website that leads to',
  sections: 'Sections of the website',
  remove: {
    text: 'Its hits stop counting at once. Everything that it has reported is deleted, and links with its tickets name no source any more. Users who have come keep theirs. This cannot be undone.',
    mismatch: 'This is not the name of the website',
  },
  code: {
    title: 'Add the code to the website',
    kind: 'Where is the code added?',
    kinds: {
      html: 'Plain HTML',
      npm: 'npm module',
    },
    linkChoice: 'Links to the bot',
    linkChoices: { on: 'Carry the visit', off: 'Stay as they are' },
    how: {
      html: 'Paste this line into the head of every page, or into the template that they share.',
      gtm: 'Add a tag of the type Custom HTML with this code, with the trigger “All Pages”, and publish the container.',
      tilda: 'Paste this line in Site Settings → More → HTML code for the head section, then publish all pages again.',
      wordpress:
        'Add this to functions.php of the child theme, or paste the line between the quotes into a plugin for header code. A cache plugin must not delay the script.',
      next: 'Add the script to the root layout. It follows the router by itself.',
      npm: 'The package comes from this server and becomes a part of your bundle. Call createWebsite once, in the browser.',
    },
    unknownRules:
      'Your permissions do not include the bot’s rules for links, so the usual separators are assumed: _ between parameters and - before values.',
    events: {
      text: 'Pages, links to other websites, links to the bot and sent forms are reported by themselves. Mark anything else with data-bs-event, or push it from code.',
      npm: 'Pages, links to other websites, links to the bot and sent forms are reported by themselves. Push everything else.',
    },
    links: {
      title: 'Buttons and QR codes',
      text: 'Ordinary links to the bot need nothing. A link that code opens, or draws as a QR code, gets the visit here. Links with a payload of their own are never changed.',
    },
    consent: {
      title: 'Consent',
      text: 'Run this on each page once the visitor agrees: the script keeps nothing between pages.',
    },
    proxy: {
      title: 'From your own domain',
      text: 'Ad blockers stop less if script and reports come from the website itself. Choose two paths that nothing else uses; both must be in the configuration of its web server.',
      script: 'Path of the script',
      report: 'Path of the reports',
      wrongPath: 'Begin with / and use letters, digits and . _ - only',
      samePath: 'The two paths must differ',
      trust:
        'Visitors are distinguished by address, so this server must trust the proxy: add its address to TRUST_PROXY. Without that all visitors look like one.',
    },
  },
  test: {
    title: 'Live check',
    waiting: 'Waiting for the next hit. Open a page of the website.',
    allow_one: 'Add this domain',
    allow_other: 'Add these domains',
    allowed: 'The domains are saved',
    justNow: 'Your site has just reported',
    checks: {
      script: 'The page is published with the line of code, and is not shown from a cache.',
      key: 'data-key in the page is {{key}}. Hits with another key are not counted.',
      domain: 'The page is on one of these domains: {{domains}}.',
      policy:
        'A Content-Security-Policy of the page allows {{host}} in script-src and connect-src. The browser’s console names what it blocks.',
      program:
        'You open it in a browser: programs and search engines are recognized by their User-Agent and not counted.',
      blocker: 'No ad blocker stops requests to {{host}}. A proxy under your own domain helps: see Code.',
      privacy: 'Your browser sends neither Global Privacy Control nor Do Not Track: this website does not count them.',
    },
    findings: {
      works: { title: 'Hits come in', text: 'The last hit was stored at {{moment}}.' },
      quiet: {
        title: 'No hits for more than a day',
        text: 'The last hit was stored at {{moment}}. Open a page of the website: if nothing appears here, check its code.',
      },
      noHits: {
        title: 'No hits yet',
        text: 'Open a page of the website. If nothing appears within seconds, check this:',
      },
      paused: { title: 'The website is paused', text: 'All its hits are dropped. Resume it to count again.' },
      archived: { title: 'The website is archived', text: 'All its hits are dropped. Restore it to count again.' },
      botPaused: {
        title: 'Recording of {{bot}} is paused',
        text: 'All hits of its websites are dropped. Resume recording on the bot’s page.',
      },
      origin: {
        title: 'Hits from a domain that is not listed: {{number}}',
        text: '{{places}} is not among the domains, so its hits are dropped.',
      },
      bot: {
        title: 'Hits of programs: {{number}}',
        text: 'Search engines and scripts, by their User-Agent. They are not counted.',
      },
      privacy: {
        title: 'Hits of visitors with a privacy signal: {{number}}',
        text: 'Their browser sends Global Privacy Control or Do Not Track, and this website does not count them.',
      },
      consent: {
        title: 'Hits before consent: {{number}}',
        text: 'Pages are counted without visitor and source; everything else waits for consent. Does the page push { consent: true } on each page?',
      },
      otherKey: {
        title: 'A page reports with another key',
        text_one:
          'Your page on {{places}} reports with another key (ends in {{digits}}); the last time was {{moment}}. No website has it, so the hits are dropped. Copy the line of code again: the right key ends in {{ownDigits}}.',
        text_other:
          'Your pages on {{places}} report with other keys (ending in {{digits}}); the last time was {{moment}}. No website has them, so the hits are dropped. Copy the line of code again: the right key ends in {{ownDigits}}.',
      },
      rate: {
        title: 'Too many hits at once: {{number}}',
        text: 'An address may send 200 events a second. The script sends them again later; check the page for a loop.',
      },
      malformed: {
        title: 'Events that could not be read: {{number}}',
        text: 'They are lost; the others of the same request are stored.',
      },
    },
  },
  numbers: {
    visitors: 'Visitors',
    visitorsText: 'of each day, added up',
    sessions: 'Sessions',
    page_views: 'Page views',
    perSession: '{{number}} per session',
    bot_clicks: 'Clicks to the bot',
    tickets: 'Tickets',
    claimed: 'Started with a ticket',
    claimedText: '{{share}} of tickets',
    note: 'Nothing is kept in the browser, so someone who comes back tomorrow is another visitor.',
  },
  settings: {
    ...{ links: 'Links to the bot', consent: 'Consent', signals: 'Privacy signals' },
    ...{ users: 'Users from the bot', recognised: 'Recognised', unknown: 'Counted as visitors' },
  },
  hits: {
    user: 'User {{id}}',
    visitor: 'Visitor',
    nobody: 'Nobody in particular',
    stored: 'Stored',
    typed: 'No source',
    drops: {
      key: 'The bot of this key was removed',
      paused: 'The website, or recording of its bot, was paused',
      origin: 'The page is on none of the domains',
      bot: 'A program, by its User-Agent',
      privacy: 'The browser sends a privacy signal',
      consent: 'Before consent',
      rate: 'Too many at once; the script sends it again later',
      erased: 'The data were erased',
    },
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    PageDetailsSite: typeof pageDetailsSite;
  }
}
