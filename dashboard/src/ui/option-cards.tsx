import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import classes from './option-cards.module.css';

interface OptionCardsProps<Value extends string> {
  /** The question. */
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string; text: string }[];
  disabled?: boolean;
  onChange(value: Value): void;
}

/** One of a few, each with a sentence that says what it means. */
export function OptionCards<Value extends string>(props: OptionCardsProps<Value>) {
  const { label, name, value, options, disabled = false, onChange } = props;
  return (
    <Radio.Group label={label} name={name} value={value} onChange={(choice) => onChange(choice as Value)}>
      <Stack gap={12} mt={8}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.text}
            disabled={disabled}
            classNames={{ root: classes.option }}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
