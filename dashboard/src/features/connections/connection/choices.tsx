import { type ReactNode, useId } from 'react';
import classes from './choices.module.css';

export interface Choice<Value extends string> {
  value: Value;
  name: string;
  text: string;
  /** A second, smaller thing to know. */
  extra?: ReactNode;
}

interface ChoicesProps<Value extends string> {
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  disabled?: boolean;
}

/** Radio buttons, each with a sentence that says when to choose it. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choices} disabled={props.disabled}>
      <legend>{props.legend}</legend>
      {props.choices.map(({ value, name, text, extra }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChoose(value)}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-text`}
          />
          <span>
            <span id={`${id}-${value}`} className={classes.name}>
              {name}
            </span>
            <span id={`${id}-${value}-text`}>
              <span className={classes.text}>{text}</span>
              {extra && <span className={classes.extra}>{extra}</span>}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
