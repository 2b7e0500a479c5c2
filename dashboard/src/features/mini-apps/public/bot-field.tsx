import type { Bot } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';

interface BotFieldProps {
  bots: readonly Bot[];
  label: string;
  hint: string;
  /** Key of the bot. */
  value: string;
  error: string | undefined;
  onChange(key: string): void;
}

/** The bot that a new Mini App or website belongs to. */
export function BotField({ bots, label, hint, value, error, onChange }: BotFieldProps) {
  return (
    <NativeSelect
      name="bot_key"
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      data={bots.map(({ key, bot_name }) => ({ value: key, label: bot_name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
