import {
  type CampaignVersion,
  codePoints,
  listVersions,
  type MessageButton,
  messageLimits,
  type TemplateVariable,
  templateParts,
  typeOfMessage,
  type ValueWarnings,
} from '@botscope/contract';
import { withFooter } from '../../campaign-engine/campaign-engine.ts';
import type { CampaignContent } from '../stored-campaign.ts';

/** Unit in which a value counts: code points or bytes of a text, bytes in JSON, or bytes when percent-encoded. */
export type Measure = 'code points' | 'bytes' | 'json bytes' | 'url bytes';

/** A value within a text; without a value the fallback stands there, of this length. */
interface Occurrence {
  variable: TemplateVariable;
  fallbackLength: number;
  measure: Measure;
}

/** Problem that a user of a version may have. */
export type ValueCheck = { version: CampaignVersion } & (
  | { is: 'empty'; variable: TemplateVariable }
  | {
      is: 'too long';
      code: ValueWarnings['too_long'][number]['code'];
      field: string;
      /** Length of everything but the variables. */
      fixed: number;
      occurrences: Occurrence[];
      most: number;
    }
);

/** Limit of conditions in one statement: 64 messages can have more. */
const maxChecks = 200;

/** Lists what may be wrong with the values of users: the versions in their order, texts before buttons. Pure. */
export function valueChecks(
  content: Pick<CampaignContent, 'message' | 'variants'>,
  footer: MessageButton | null,
): ValueCheck[] {
  return listVersions(content)
    .flatMap(({ variant, language, message }) => {
      const version = { variant, language };
      const texts = [
        message.text,
        ...message.entities.map(({ url = '' }) => url),
        ...message.buttons.flatMap(listTexts),
      ];
      const bareVariables = new Set(
        texts
          .flatMap(templateParts)
          .flatMap((part) => (typeof part !== 'string' && !part.fallback ? part.variable : [])),
      );
      return [
        ...[...bareVariables].map((variable): ValueCheck => ({ version, is: 'empty', variable })),
        ...lengthChecks(message, footer).map((check): ValueCheck => ({ version, is: 'too long', ...check })),
      ];
    })
    .slice(0, maxChecks);
}

const listTexts = (row: readonly MessageButton[]): string[] =>
  row.flatMap(({ text, url = '', web_app = '', callback_data = '', copy_text = '' }) => [
    ...[text, url, web_app, callback_data, copy_text],
  ]);

type LengthCheck = Omit<Extract<ValueCheck, { is: 'too long' }>, 'version' | 'is'>;

/** Lists only the limits that a value can break: the rest is known without users. */
function lengthChecks(message: CampaignContent['message'], footer: MessageButton | null): LengthCheck[] {
  const textLimit = typeOfMessage(message) === 'sendMessage' ? messageLimits.text : messageLimits.caption;
  const checks: LengthCheck[] = [
    { code: 'MessageTooLong', field: 'message.text', most: textLimit, ...measureLength(message.text, 'code points') },
  ];
  for (const [row, buttons] of message.buttons.entries()) {
    for (const [index, { callback_data, copy_text }] of buttons.entries()) {
      const button = { code: 'InvalidButton', field: `message.buttons.${row}.${index}` } as const;
      if (callback_data !== undefined)
        checks.push({ ...button, most: messageLimits.callbackBytes, ...measureLength(callback_data, 'bytes') });
      if (copy_text !== undefined)
        checks.push({ ...button, most: messageLimits.copyText, ...measureLength(copy_text, 'code points') });
    }
  }
  checks.push({
    code: 'KeyboardTooLarge',
    field: 'message.buttons',
    most: messageLimits.keyboard,
    ...keyboardLength(withFooter(message, footer).buttons),
  });
  return checks.filter(({ occurrences }) => occurrences.length > 0);
}

const bytes = (text: string): number => Buffer.byteLength(text);
const jsonBytes = (text: string): number => bytes(JSON.stringify(text)) - 2;
const lengths: Readonly<Record<Measure, (text: string) => number>> = {
  'code points': codePoints,
  bytes,
  'json bytes': jsonBytes,
  // A fallback stands in the address as it is.
  'url bytes': jsonBytes,
};

function measureLength(template: string, measure: Measure): Pick<LengthCheck, 'fixed' | 'occurrences'> {
  const parts = templateParts(template);
  const length = lengths[measure];
  return {
    fixed: parts.reduce((sum, part) => sum + (typeof part === 'string' ? length(part) : 0), 0),
    occurrences: parts.flatMap((part) =>
      typeof part === 'string' ? [] : { variable: part.variable, fallbackLength: length(part.fallback), measure },
    ),
  };
}

/** Measures the keyboard's JSON, as Telegram counts it. */
function keyboardLength(buttons: readonly (readonly MessageButton[])[]): Pick<LengthCheck, 'fixed' | 'occurrences'> {
  let fixed = bytes(JSON.stringify(buttons));
  const occurrences: Occurrence[] = [];
  for (const { text, url = '', web_app = '', callback_data = '', copy_text = '' } of buttons.flat()) {
    const inText = [text, callback_data, copy_text].map((one) => ({ one, measure: 'json bytes' as const }));
    const inAddress = [url, web_app].map((one) => ({ one, measure: 'url bytes' as const }));
    for (const { one, measure } of [...inText, ...inAddress]) {
      const part = measureLength(one, measure);
      fixed += part.fixed - jsonBytes(one);
      occurrences.push(...part.occurrences);
    }
  }
  return { fixed, occurrences };
}
