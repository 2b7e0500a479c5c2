import { TextInput } from '@mantine/core';
import { useId } from 'react';

interface SuggestingInputProps {
  label: string;
  value: string;
  suggestions: readonly string[];
  placeholder?: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** A text with suggestions by the browser's own list, which stays usable inside of a panel that scrolls. */
export function SuggestingInput({ suggestions, onChange, ...input }: SuggestingInputProps) {
  const id = useId();
  return (
    <>
      <TextInput
        {...input}
        list={id}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
