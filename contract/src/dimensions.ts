/** The dimensions of users. A separate file: the home page needs these names, but not the filter parser. */
export const dimensions = [
  'source',
  'language',
  'premium',
  'gender',
  'country',
  'command',
  'chat_type',
  'audience',
  'segment',
] as const;
/** One of the list, or any parameter of the launch payload. */
export type Dimension = (typeof dimensions)[number] | `param.${string}`;

/** Values that a dimension can only have. */
export const closedValues: Partial<Record<Dimension, readonly string[]>> = {
  premium: ['yes', 'no'],
  gender: ['male', 'female', 'unknown'],
  chat_type: ['private', 'group', 'supergroup', 'channel', 'sender'],
  audience: ['new', 'returning'],
};

export function isDimension(word: string): word is Dimension {
  return (dimensions as readonly string[]).includes(word) || /^param\..{1,64}$/su.test(word);
}

/** A segment as a value of the dimension `segment`: `101 Paid twice`. The number says which; the name is for readers. */
export const segmentValue = ({ id, name }: { id: number; name: string }): string => `${id} ${name}`;

/** The id in such a value; null where there is none. */
export function parseSegmentId(value: string): number | null {
  const [, id] = /^(\d{1,15})(?: |$)/.exec(value) ?? [];
  return id === undefined ? null : Number(id);
}

/** The name in such a value. */
export const parseSegmentName = (value: string): string => value.replace(/^\d{1,15} /, '');
