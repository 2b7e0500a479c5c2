import type { Plugin } from 'vite';

// Modules are grouped by when they are needed. Without groups the sign-in page requested 25 small files; with one group
// for everything shared it loaded the menus and dialogs of the pages behind it (45 kB compressed).

const kit = (...parts: string[]) => new RegExp(`core/esm/components/(${parts.join('|')})/`);
const matchAny =
  (...tests: RegExp[]) =>
  (id: string) =>
    tests.some((test) => test.test(id));

/** Small parts of the kit that everything leans on. */
const base = matchAny(
  /@mantine\/(core\/esm\/core|hooks)\/|\/to-int\.|icons-react\/dist\/esm\/(createReact|defaultAttr)/,
  kit(
    'ActionIcon',
    'Anchor',
    'CloseButton',
    'Flex',
    'FocusTrap',
    'Group',
    'Paper',
    'Skeleton',
    'Stack',
    'Text',
    'VisuallyHidden',
  ),
);
const forms = matchAny(
  /@mantine\/form\/|\/klona\/|\/fast-deep-equal\/|\/InlineInput\/|\/InputsGroupFieldset\//,
  kit('Checkbox', 'Radio', 'Input', 'InputBase', 'TextInput', 'PasswordInput', 'Alert'),
);
/** One chunk, for they lean on each other: a dialog scrolls, a scroll area floats, a popover has an overlay. */
const overlays = matchAny(
  /@floating-ui\/|core\/esm\/utils\/Floating\/|src\/ui\/dialog\./,
  kit('Drawer', 'Modal', 'ModalBase', 'Overlay', 'Popover', 'ScrollArea'),
);
/** Code that dialogs and notifications share; both are loaded later. */
const layers = matchAny(
  /\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)\//,
  kit('Portal', 'Transition'),
);
/** Form fields of the settings: selects, numbers, switches, long texts. */
const fields = matchAny(/\/react-number-format\//, kit('NativeSelect', 'NumberInput', 'Textarea', 'Switch', 'Tabs'));
/** Lists that filter while one types: the kit's largest part, and on few pages. */
const choices = kit('Combobox', 'Select', 'TagsInput', 'Pill', 'PillsInput');
/** Ours, of the sign-in screens. */
const visitors =
  /src\/(ui\/(visitor|field|form|use-contract|mail|password|resend|contact-fields|passkeys-work)|features\/(telegram-login\/(data|public\/(trip|widget|telegram-button))|accounts\/sign-in-ways\/|access\/public\/invitation))/;
/** Tables, and what they are built on; the rows of long ones come by themselves. The router shares the store. */
const tables = /@tanstack\/(react-table|table-core)\/|src\/ui\/(table\/(?!virtual-rows)|badge)/;
/** Draws what is near the visible part of a long list: of tables, and of conversations. */
const virtual = /@tanstack\/(react-virtual|virtual-core)\//;
/** Ours, on both sides of the sign-in. */
const common =
  /src\/(ui\/(notice|text-link|empty-state|bot-avatar|bot-face)|platform\/(api\/live|errors\/use-action|session\/(demo|visit)|i18n\/formats?))\./;
/** Ours, light, on most pages of an account but not on the summary. */
const account = matchAny(
  /src\/(ui\/(loaded|code-panel|copy-button|words|section|page-tabs|status-dot)|platform\/session\/bot-data|features\/access\/public\/members-data)\./,
  /\/(useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\.js$|components\/CopyButton\//,
);
/** Ours, of the pages about bots, and the settings' forms with what guards them. */
const bots = matchAny(
  /src\/features\/(bots|bot-profile|bot-settings|bot-errors|connections|hidden-commands|uploads)\/(?!locales|feature)/,
  /src\/ui\/(use-draft|save-row|option-cards|form-error|leave-guard|unsaved|copy-line|parse-number-field)\.|platform\/session\/bot-live\.|\/useBlocker\.js$/,
);
/** Ours, of the targets and their conversions. They lean on the bots, and the reports lean on none of both. */
const targets = /src\/features\/targets\/(?!locales|feature)/;
/** Ours, of custom fields, which other pages show too. */
const customFields = /src\/features\/custom-fields\/(?!locales|feature)/;
const reports =
  /src\/(analytics\/(?!locales|panel|period\/(period|period-presets|first-days)\.|question\/(use-address|common-view|use-report)\.)|ui\/(select-choice|use-kept-focus)\.)/;
/** Ours, below and beside the messages of a conversation: they lean on the reports, for a list to choose from. */
const messages =
  /src\/features\/(messages|takeover)\/(?!locales|feature)|contract\/src\/(markup-text|parse-(markup|html|markdown))\./;
/** Ours, of the users and their segments: they lean on the targets, the bots, the reports and the names of campaigns. */
const users = /src\/features\/(users\/(?!locales|feature)|campaigns\/public\/campaign-names)|contract\/src\/revealed\./;
/** Ours, of mailing: its pages share parts, and lean on messages, users and custom fields. */
const campaigns =
  /src\/features\/campaigns\/(?!locales|feature|public\/campaign-names)|contract\/src\/(tracked-links|message-versions|campaign-message)\./;
/** Ours, of Mini Apps and websites, which share most of their parts: their forms lean on those of bots. */
const pageScripts =
  /src\/features\/pages\/(?!locales|feature|routes|search)|contract\/src\/(mini-apps|websites|hits|tracker-scripts)\./;
/** Ours, of integrations, with what the contract says about providers; the menu needs only what forgets a draft. */
const integrations = matchAny(
  /src\/features\/integrations\/(?!locales|feature|routes|search|form\/stored-draft)/,
  /contract\/src\/integration(s|-events?)?[./]/,
);
/** Draws codes to scan: of the link builder and the second factor. */
const qr = /node_modules\/uqr\/|src\/ui\/qr\./;
/** Ours, of the profile: its parts lean on those of an account, which lean on `shared`. */
const profile =
  /src\/features\/(accounts\/(pages\/profile|public|data)|audit\/(log|data)|notifications\/profile|telegram-login\/public\/telegram-section)/;
/** Drawn by several pages, but not around them all: the menu's and the top bar's icons stay in `shared`. */
const icons =
  /icons\/Icon(AlertCircle|ArrowRight|ArrowsLeftRight|BrandTelegram|Calendar|CircleCheck|Copy|Download|FilterOff|Fingerprint|History|InfoCircle|Key|Pencil|Photo|Printer|Search|Share2|Trash|X)\./;
/** The heat map: of the reports, and of the lower half of the summary. */
const hours = /src\/(charts\/(draw\/hour-heatmap|prepare\/heatmap)|analytics\/panel\/hours)\./;
/**
 * The cards of the summary stand on the screen of a bot too; the button that shares, on the summary and on reports. The
 * menu reads the looks of the reports, so they stay in `shared`, which the charts import.
 */
const charts =
  /src\/(charts(?!\/prepare\/(report-looks|units))|analytics\/(panel|key-numbers|labels\/use-word-labels|filter\/filter-rows|period\/(period|period-presets|first-days)|question\/(use-address|common-view|use-report)|share\/share-button)|features\/home\/pages\/use-narrow|ui\/icon-on-phone)[/.]/;
/** Ours, of what share links lead to: nothing of it is needed before. */
const shares = /src\/features\/shares\/pages\//;

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
    // The entry itself stays out, or it would vanish from the manifest.
    { name: 'start', test: /^(?!.*(src\/app\/main|index\.html))/, tags: ['$initial' as const], priority: 8 },
    // Read by the texts of every page and by those of the reports: in `shared` each reader would load both languages.
    { name: 'titles-en', test: /locales\/en\/report-types\./, priority: 8 },
    { name: 'titles-ru', test: /locales\/ru\/report-types\./, priority: 8 },
    { name: 'base', test: base, priority: 7 },
    { name: 'common', test: common, minShareCount: 2, priority: 7 },
    { name: 'tables', test: tables, minShareCount: 2, priority: 7 },
    { name: 'virtual', test: virtual, minShareCount: 2, priority: 7 },
    { name: 'hours', test: hours, minShareCount: 2, priority: 7 },
    { name: 'charts', test: charts, minShareCount: 2, priority: 6 },
    { name: 'forms', test: forms, priority: 6 },
    { name: 'overlays', test: overlays, priority: 5 },
    { name: 'layers', test: layers, minShareCount: 2, priority: 6 },
    { name: 'choices', test: choices, minShareCount: 2, priority: 4 },
    { name: 'fields', test: fields, minShareCount: 2, priority: 4 },
    { name: 'visitors', test: visitors, minShareCount: 2, priority: 3 },
    { name: 'account', test: account, minShareCount: 2, priority: 3 },
    { name: 'bots', test: bots, minShareCount: 2, priority: 2 },
    { name: 'targets', test: targets, minShareCount: 2, priority: 2 },
    { name: 'custom-fields', test: customFields, minShareCount: 2, priority: 2 },
    { name: 'users', test: users, minShareCount: 2, priority: 2 },
    { name: 'reports', test: reports, minShareCount: 2, priority: 2 },
    { name: 'messages', test: messages, minShareCount: 2, priority: 3 },
    { name: 'campaigns', test: campaigns, minShareCount: 2, priority: 2 },
    { name: 'page-scripts', test: pageScripts, minShareCount: 2, priority: 2 },
    { name: 'integrations', test: integrations, minShareCount: 2, priority: 2 },
    { name: 'qr', test: qr, minShareCount: 2, priority: 2 },
    { name: 'profile', test: profile, minShareCount: 2, priority: 2 },
    { name: 'shares', test: shares, minShareCount: 2, priority: 2 },
    { name: 'icons', test: icons, minShareCount: 2, priority: 2 },
    { name: 'shared', minShareCount: 2, priority: 1 },
  ],
};

/**
 * Stops a build whose chunks import each other in a circle: such a build loads, and then fails on the one page where a
 * module runs before the one that it needs ("Cannot read properties of undefined (reading 'classes')").
 */
export const noChunkCycles: Plugin = {
  name: 'no-chunk-cycles',
  generateBundle(_options, bundle) {
    const visitedFiles = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`Chunks import each other: ${[...path, file].join(' > ')}`);
      const chunk = bundle[file];
      if (visitedFiles.has(file) || chunk?.type !== 'chunk') return;
      for (const next of chunk.imports) visit(next, [...path, file]);
      visitedFiles.add(file);
    };
    for (const file of Object.keys(bundle)) visit(file, []);
  },
};
