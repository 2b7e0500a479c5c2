import classes from './select-choice.module.css';

interface SelectChoiceProps {
  /** Name of the choice, for users who do not see where it stands. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** One of a few: the browser's own list, which every keyboard and phone knows. A value that is no option is shown as none. */
export function SelectChoice({ label, value, options, onChange }: SelectChoiceProps) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
