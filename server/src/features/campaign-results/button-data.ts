import type { MessageButton } from '@botscope/contract';

const variable = /\{[^{}]*\}/g;

/** Data with variables is another text for each user: the rest of it is what a press is known by. */
export function toDataMatch({ callback_data: data = '' }: MessageButton): { is: 'exact' | 'pattern'; value: string } {
  if (data.search(variable) === -1) return { is: 'exact', value: data };
  const parts = data.split(variable).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return { is: 'pattern', value: `(?s)^${parts.join('.*')}$` };
}
