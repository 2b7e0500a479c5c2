export const siteCode = {
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
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    SiteCode: typeof siteCode;
  }
}
