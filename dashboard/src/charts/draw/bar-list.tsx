import type { Bar } from '../prepare/bars.ts';
import classes from './bar-list.module.css';

interface BarListProps {
  bars: readonly Bar[];
  words: { caption: string; name: string; count: string; people: string };
}

/** A ranking as a table whose rows are their own bars. */
export function BarList({ bars, words }: BarListProps) {
  const withPeople = bars.some((bar) => bar.people !== null);
  return (
    <table className={classes.list} aria-label={words.caption}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.count}</th>
          {withPeople && <th scope="col">{words.people}</th>}
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id}>
            <th scope="row">
              <span className={classes.bar} style={{ width: `${bar.share * 100}%` }} aria-hidden />
              <span className={classes.label}>{bar.label}</span>
            </th>
            <td>{bar.text}</td>
            {withPeople && <td>{bar.people}</td>}
            <td className={classes.part}>{bar.part}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
