import { type FieldKind, type FieldType, fieldSettings } from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../telegram/json.ts';

/**
 * The settings of a field, which may come as an object or as its JSON text; none are an empty object.
 * @throws AppError InvalidJson for what is no object, RequiredFields and InvalidField (settings.…) for what its type does
 *   not take
 */
export function checkSettings(type: FieldType, input: unknown): FieldKind['settings'] {
  const settings = typeof input === 'string' ? parseJson(input) : (input ?? {});
  if (!isObject(settings)) throw new AppError('InvalidJson', { field: 'settings' });
  const result = z.safeParse(fieldSettings[type], settings);
  if (!result.success) {
    const [issue] = result.error.issues;
    const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const path = ['settings', ...(issue?.path ?? []), ...(unknownKey === undefined ? [] : [unknownKey])];
    const isMissing = type === 'choice' && settings.options === undefined && unknownKey === undefined;
    throw new AppError(isMissing ? 'RequiredFields' : 'InvalidField', { field: path.map(String).join('.') });
  }
  const { data } = result;
  if (
    'min' in data &&
    'max' in data &&
    (data.min ?? 0) > (data.max ?? 0) &&
    data.min !== undefined &&
    data.max !== undefined
  )
    throw new AppError('InvalidField', { field: 'settings.max' });
  return data;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('InvalidJson', { field: 'settings', cause });
  }
}
