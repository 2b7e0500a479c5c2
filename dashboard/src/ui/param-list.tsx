import type { ReactNode } from 'react';
import classes from './param-list.module.css';
import { Dim } from './words.tsx';

/** The parameters of a link, each in a frame of its own. `first` comes before them. */
export function ParamList(props: {
  params: readonly (readonly [name: string, value: ReactNode])[];
  first?: ReactNode;
}) {
  return (
    <ul className={classes.params}>
      {props.first && <li>{props.first}</li>}
      {props.params.map(([name, value]) => (
        <li key={name}>
          <Dim>{name} = </Dim>
          {value}
        </li>
      ))}
    </ul>
  );
}
