import type { MessageButton, MessageEntity } from './messages.ts';

/** Variables that exist for every user; `field.<key>` is a custom field. */
export const templateVariables = ['first_name', 'last_name', 'username', 'user_id', 'language'] as const;
export type TemplateVariable = (typeof templateVariables)[number] | `field.${string}`;

/** `{first_name}` or `{first_name|friend}`. Braces around anything else are text. */
const pattern = new RegExp(
  String.raw`\{(${templateVariables.join('|')}|field\.[\w-]{1,64})(?:\|([^{}|]{0,256}))?\}`,
  'g',
);

/** A text with variables, or what it has become for one user. */
export interface TemplateContent {
  text: string;
  entities: readonly MessageEntity[];
  buttons: readonly (readonly MessageButton[])[];
}

/** A user's value of a variable; '' where it is unknown. */
export type TemplateValues = (variable: TemplateVariable) => string;

/** Part of a template: text as it is, or a variable. */
export type TemplatePart = string | { variable: TemplateVariable; fallback: string };

/** The parts of one text, in order. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let last = 0;
  for (const { 0: placeholder, 1: name, 2: fallback = '', index } of template.matchAll(pattern)) {
    parts.push(template.slice(last, index), { variable: name as TemplateVariable, fallback });
    last = index + placeholder.length;
  }
  return [...parts, template.slice(last)].filter((part) => part !== '');
}

/** The variables of a message, each once. */
export function listVariables({ text, entities, buttons }: TemplateContent): TemplateVariable[] {
  const texts = [text, ...entities.map(({ url = '' }) => url)];
  for (const button of buttons.flat()) texts.push(...buttonTexts(button));
  const names = texts.flatMap((one) => [...one.matchAll(pattern)].map(([, name]) => name as TemplateVariable));
  return [...new Set(names)];
}

/**
 * The message for one user. Values are put in as text after the formatting was read, so that no name can break it: entities
 * keep their places around what they were put on. In addresses values are percent-encoded.
 */
export function renderTemplate<Content extends TemplateContent>(content: Content, values: TemplateValues): Content {
  const { text, entities, buttons } = content;
  const rendered = renderText(text, values);
  const url = (address: string): string => renderText(address, (name) => encodeURIComponent(values(name))).text;
  return {
    ...content,
    text: rendered.text,
    entities: entities.flatMap((entity) => {
      const offset = rendered.startAt(entity.offset);
      const length = rendered.endAt(entity.offset + entity.length) - offset;
      if (length <= 0) return [];
      return [{ ...entity, offset, length, ...(entity.url !== undefined && { url: url(entity.url) }) }];
    }),
    buttons: buttons.map((row) =>
      row.map((button) => ({
        ...button,
        text: renderText(button.text, values).text,
        ...(button.url !== undefined && { url: url(button.url) }),
        ...(button.web_app !== undefined && { web_app: url(button.web_app) }),
        ...(button.callback_data !== undefined && { callback_data: renderText(button.callback_data, values).text }),
        ...(button.copy_text !== undefined && { copy_text: renderText(button.copy_text, values).text }),
      })),
    ),
  };
}

const buttonTexts = ({ text, url = '', web_app = '', callback_data = '', copy_text = '' }: MessageButton): string[] => [
  text,
  url,
  web_app,
  callback_data,
  copy_text,
];

/** `startAt` and `endAt`: where a place of the template is now; a place inside a variable is at its edge. */
function renderText(template: string, values: TemplateValues) {
  const pieces: { from: number; to: number; value: string }[] = [];
  for (const { 0: placeholder, 1: name, 2: fallback = '', index } of template.matchAll(pattern)) {
    pieces.push({ from: index, to: index + placeholder.length, value: values(name as TemplateVariable) || fallback });
  }
  let [text, last] = ['', 0];
  for (const { from, to, value } of pieces) {
    text += template.slice(last, from) + value;
    last = to;
  }
  text += template.slice(last);
  const shiftPosition = (place: number, edge: 'start' | 'end'): number => {
    let shift = 0;
    for (const { from, to, value } of pieces) {
      if (place <= from) break;
      if (place < to) return from + shift + (edge === 'start' ? 0 : value.length);
      shift += value.length - (to - from);
    }
    return place + shift;
  };
  return {
    text,
    startAt: (place: number) => shiftPosition(place, 'start'),
    endAt: (place: number) => shiftPosition(place, 'end'),
  };
}
