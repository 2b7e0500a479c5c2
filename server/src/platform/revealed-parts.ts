import {
  BreakdownText,
  EventMatch,
  FilterText,
  type IntegrationEventType,
  IntegrationEventTypeWord,
  IntegrationPrivacy,
  isDimension,
  isUserColumn,
  keysOfColumn,
  keysOfDimension,
  keysOfEvent,
  keysOfFilter,
  keysOfIntegrationEvent,
  keysOfIntegrationPrivacy,
  keysOfMeasure,
  keysOfRules,
  keysOfSearch,
  keysOfTarget,
  keysOfTrigger,
  MeasureText,
  missingKey,
  NumberText,
  type PermissionKey,
  type Permissions,
  parseFilter,
  parseRules,
  RulesText,
  SearchText,
  type SegmentGroup,
  SegmentRules,
  SortText,
  Trigger,
  UnreachedTarget,
  type UtmMeasure,
} from '@botscope/contract';
import * as z from 'zod/v4/core';
import { AppError } from './errors.ts';
import { missingOfNumber } from './revealed-number.ts';

/**
 * Schemas whose values reveal something, wherever a request has one: the edge asks before any handler runs, so a new
 * route is bound by the schemas that it is made of. contract/src/revealed.ts says what each kind needs.
 */
const marks = {
  rules: [SegmentRules, (value: SegmentGroup) => keysOfRules(value)],
  rules_text: [RulesText, (value: string) => keysOfText(value)],
  event: [EventMatch, (value: EventMatch) => keysOfEvent[value.kind]],
  trigger: [Trigger, (value: Trigger) => keysOfTrigger[value.kind]],
  target: [UnreachedTarget, () => keysOfTarget],
  search: [SearchText, (value: string) => (value === '' ? [] : keysOfSearch)],
  sort: [SortText, (value: string) => keysOfSort(value)],
  filter: [FilterText, (value: string) => keysOfFilter(parseFilter(value) ?? [])],
  by: [BreakdownText, (value: string) => (isDimension(value) ? keysOfDimension(value) : [])],
  measure: [
    MeasureText,
    (value: string) => (Object.hasOwn(keysOfMeasure, value) ? keysOfMeasure[value as UtmMeasure] : []),
  ],
  integration_event: [IntegrationEventTypeWord, (value: IntegrationEventType) => keysOfIntegrationEvent[value]],
  integration_privacy: [IntegrationPrivacy, (value: IntegrationPrivacy) => keysOfIntegrationPrivacy(value)],
  number: [NumberText, undefined],
} as const;
export type RevealingPart = keyof typeof marks;
type KeysOf = (value: never) => readonly PermissionKey[];

const partOfSchema = new Map<z.$ZodType, RevealingPart>(
  (Object.keys(marks) as RevealingPart[]).map((part) => [marks[part][0], part]),
);

/** Text that cannot be read reveals nothing: its handler refuses it. */
function keysOfText(text: string): readonly PermissionKey[] {
  const rules = parseRules(text);
  return rules === null ? [] : keysOfRules(rules);
}

function keysOfSort(text: string): readonly PermissionKey[] {
  const column = text.replace(/^-/, '');
  return isUserColumn(column) ? keysOfColumn(column) : [];
}

/** A schema with further checks has the one without them as its parent. */
function findPart(schema: z.$ZodType): RevealingPart | undefined {
  const part = partOfSchema.get(schema);
  const { parent } = schema._zod;
  return part ?? (parent && findPart(parent));
}

interface FoundPart {
  part: RevealingPart;
  field: string;
  value: unknown;
}

/** The revealing parts of a value, as its schema names them; without a value, those that the schema can have. */
function* partsIn(schema: z.$ZodType, value: unknown, field: string, isSchemaOnly: boolean): Generator<FoundPart> {
  if (!isSchemaOnly && (value === undefined || value === null)) return;
  const part = findPart(schema);
  if (part !== undefined) return yield { part, field, value };
  const { def } = (schema as z.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      for (const [name, inner] of Object.entries(def.shape))
        yield* partsIn(inner, (value as Record<string, unknown> | undefined)?.[name], name, isSchemaOnly);
      break;
    case 'array':
      for (const item of isSchemaOnly ? [undefined] : (value as unknown[]))
        yield* partsIn(def.element, item, field, isSchemaOnly);
      break;
    case 'record':
      for (const item of isSchemaOnly ? [undefined] : Object.values(value as object))
        yield* partsIn(def.valueType, item, field, isSchemaOnly);
      break;
    case 'union':
      for (const option of def.options)
        if (isSchemaOnly || z.safeParse(option, value).success) yield* partsIn(option, value, field, isSchemaOnly);
      break;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      yield* partsIn(def.innerType, value, field, isSchemaOnly);
      break;
    case 'lazy':
      yield* partsIn(def.getter(), value, field, isSchemaOnly);
      break;
    default:
  }
}

/** The kinds of things that a schema can reveal, each once. */
export const revealingParts = (...schemas: (z.$ZodType | undefined)[]): RevealingPart[] => [
  ...new Set(
    schemas.flatMap((schema) => (schema ? [...partsIn(schema, undefined, '', true)].map(({ part }) => part) : [])),
  ),
];

/** The first field of a value that reveals what may not be seen, and the missing permission. */
export function missingPart(permissions: Permissions, schema: z.$ZodType, data: unknown) {
  for (const { part, field, value } of partsIn(schema, data, '', false)) {
    const key =
      part === 'number'
        ? missingOfNumber(permissions, value as string)
        : missingKey(permissions, (marks[part][1] as KeysOf)(value as never));
    if (key !== undefined) return { field, key };
  }
  return undefined;
}

/** Refuses with the name of the missing permission. @throws AppError AccessDenied (`field`) */
export function assertMaySee(permissions: Permissions, keys: readonly PermissionKey[], field?: string): void {
  const key = missingKey(permissions, keys);
  if (key !== undefined) throw accessDenied(key, field);
}

const accessDenied = (key: PermissionKey, field?: string): AppError =>
  new AppError('AccessDenied', {
    message: `You do not have permission to do this: it needs ${key}`,
    ...(field !== undefined && { field }),
  });

/** Counting or ordering by a value shows it. @throws AppError AccessDenied with the field and the missing permission */
export function assertMaySend(permissions: Permissions, schema: z.$ZodType | undefined, data: unknown): void {
  const violation = schema && missingPart(permissions, schema, data);
  if (violation !== undefined) throw accessDenied(violation.key, violation.field);
}
