import {
  currencyDecimals,
  type TargetDraft,
  TargetDraft as TargetRules,
  type TargetValue,
  type Trigger,
  toSmallestUnit,
  type UpdateKind,
} from '@botscope/contract';
import { type FieldProblem, fieldProblems } from '../../../../ui/field-errors.ts';

/** Kinds of trigger that someone can choose; purchases belong to the built-in target alone. */
export const triggerKinds = [
  'command',
  'button',
  'text',
  'start',
  'start_param',
  'event',
  'webapp',
  'site_event',
  'api',
] as const satisfies readonly Trigger['kind'][];
export type TriggerKind = (typeof triggerKinds)[number];

/** The form's fields. What was typed for one kind of trigger stays while another is looked at. */
export interface TargetValues {
  name: string;
  kind: TriggerKind;
  command: string;
  data: string;
  dataMatch: 'exact' | 'begins';
  text: string;
  textMatch: 'exact' | 'contains' | 'pattern';
  payload: string;
  param: string;
  paramValue: string;
  event: UpdateKind;
  webapp: string;
  siteEvent: string;
  valueKind: TargetValue['kind'];
  /** As typed, in whole units of the currency: `9.90`. */
  amount: string;
  currency: string;
}

export const emptyTarget: TargetValues = {
  name: '',
  kind: 'command',
  command: '',
  data: '',
  dataMatch: 'exact',
  text: '',
  textMatch: 'contains',
  payload: '',
  param: '',
  paramValue: '',
  event: 'message',
  webapp: '',
  siteEvent: '',
  valueKind: 'none',
  amount: '',
  currency: 'RUB',
};

export function toFormValues({ name, trigger, value }: TargetDraft): TargetValues {
  return { ...emptyTarget, name, ...fieldsOfTrigger(trigger), ...fieldsOfValue(value) };
}

function fieldsOfTrigger(trigger: Trigger): Partial<TargetValues> {
  switch (trigger.kind) {
    case 'command':
      return { kind: 'command', command: trigger.name };
    case 'button':
      return { kind: 'button', data: trigger.data, dataMatch: trigger.match };
    case 'text':
      return { kind: 'text', text: trigger.text, textMatch: trigger.match };
    case 'start_param':
      return { kind: 'start_param', param: trigger.param, paramValue: trigger.value };
    case 'webapp':
      return { kind: 'webapp', webapp: trigger.name };
    case 'site_event':
      return { kind: 'site_event', siteEvent: trigger.name };
    case 'purchase':
      return {};
    default:
      return trigger;
  }
}

function fieldsOfValue(value: TargetValue): Partial<TargetValues> {
  if (value.kind !== 'fixed') return { valueKind: value.kind };
  const { amount, currency } = value;
  return { valueKind: 'fixed', amount: String(amount / 10 ** currencyDecimals(currency)), currency };
}

function toTrigger(values: TargetValues): Trigger {
  const { kind, command, data, dataMatch, text, textMatch, payload, param, paramValue, event } = values;
  switch (kind) {
    case 'command':
      return { kind, name: command.trim() };
    case 'button':
      return { kind, data: data.trim(), match: dataMatch };
    case 'text':
      return { kind, text: text.trim(), match: textMatch };
    case 'start':
      return { kind, payload: payload.trim() };
    case 'start_param':
      return { kind, param: param.trim(), value: paramValue.trim() };
    case 'event':
      return { kind, event };
    case 'webapp':
      return { kind, name: values.webapp.trim() };
    case 'site_event':
      return { kind, name: values.siteEvent.trim() };
    case 'api':
      return { kind };
  }
}

/** An amount that is none becomes NaN, which the contract refuses. */
function toTargetValue({ valueKind, amount, currency }: TargetValues): TargetValue {
  if (valueKind !== 'fixed') return { kind: valueKind };
  return { kind: 'fixed', amount: parseAmount(amount, currency), currency };
}

/** `9,90` as well as `9.90`. */
function parseAmount(amountText: string, currency: string): number {
  const text = amountText.replace(/\s/g, '').replace(',', '.');
  return /^\d+(\.\d+)?$/.test(text) ? toSmallestUnit(Number(text), currency) : Number.NaN;
}

export const toDraft = (values: TargetValues): TargetDraft => ({
  name: values.name.trim(),
  trigger: toTrigger(values),
  value: toTargetValue(values),
});

/** The field that a part of a trigger stands in, by kind; by its own name where nothing is said. */
const triggerFields: Partial<Record<TriggerKind, Record<string, keyof TargetValues>>> = {
  command: { name: 'command' },
  start_param: { value: 'paramValue' },
  webapp: { name: 'webapp' },
  site_event: { name: 'siteEvent' },
};

/** Returns the form field that shows a problem with a part of the draft (`trigger.name`, `value.amount`). */
export function findField(path: string, kind: TriggerKind): keyof TargetValues | null {
  const [part = '', inner = ''] = path.split('.');
  const field = part === 'trigger' ? (triggerFields[kind]?.[inner] ?? inner) : part === 'value' ? inner : part;
  return Object.keys(emptyTarget).find((fieldName): fieldName is keyof TargetValues => fieldName === field) ?? null;
}

export type FieldProblems = Partial<Record<keyof TargetValues, FieldProblem>>;

/** Returns the problems that the contract's own rules find, by field of the form. */
export function findProblems(values: TargetValues): FieldProblems {
  const { name, trigger, value } = toDraft(values);
  const { shape } = TargetRules;
  const entries = [
    ...Object.entries(fieldProblems(shape.trigger, { ...trigger })).map(([part, problem]) => [
      `trigger.${part}`,
      problem,
    ]),
    ...Object.entries(fieldProblems(shape.value, { ...value })).map(([part, problem]) => [`value.${part}`, problem]),
    ...Object.entries(fieldProblems(TargetRules, { name, trigger, value })).filter(([part]) => part === 'name'),
  ] as [string, FieldProblem][];
  return Object.fromEntries(
    entries.flatMap(([path, problem]) => {
      const field = findField(path, values.kind);
      return field ? [[field, problem]] : [];
    }),
  );
}
