import { NumberInput } from '@mantine/core';

interface CountFieldProps {
  label: string;
  description?: string;
  /** Where the screen is wider than a phone, px. */
  width?: number;
  /** Null leaves the field empty. */
  value: number | null;
  range: readonly [min: number, max: number];
  onChange(value: number): void;
}

/** A whole number within its range. An empty field changes nothing yet. */
export function CountField({ label, description, width = 200, value, range: [min, max], onChange }: CountFieldProps) {
  return (
    <NumberInput
      w={{ base: '100%', xs: width }}
      label={label}
      description={description}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={value ?? ''}
      onChange={(next) => typeof next === 'number' && next >= min && next <= max && onChange(next)}
    />
  );
}
