import { Box } from '@mantine/core';
import type { Bar } from '../prepare/bars.ts';
import classes from './bar-list.module.css';

interface BarListProps {
  bars: readonly Bar[];
  /** `narrow` says what a click on a name does, and gets `{{name}}`. */
  words: { caption: string; name: string; count: string; users: string; narrow?: (name: string) => string };
  /** Filters by a row's value. */
  onNarrow?(value: string): void;
}

/** A ranking as a table whose rows are their own bars. */
export function BarList({ bars, words, onNarrow }: BarListProps) {
  const withUsers = bars.some((bar) => bar.users !== null);
  return (
    <table className={classes.list} aria-label={words.caption}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          {/* Bars come with the longest first. */}
          <th scope="col" aria-sort="descending">
            {words.count} <span aria-hidden>↓</span>
          </th>
          {withUsers && <th scope="col">{words.users}</th>}
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id}>
            <th scope="row">
              <span className={classes.bar} style={{ width: `${bar.share * 100}%` }} aria-hidden />
              {onNarrow ? (
                <button
                  type="button"
                  className={classes.label}
                  title={words.narrow?.(bar.label)}
                  onClick={() => onNarrow(bar.id)}
                >
                  {bar.label}
                </button>
              ) : (
                <span className={classes.label}>{bar.label}</span>
              )}
            </th>
            <td>{bar.text}</td>
            {withUsers && <td>{bar.users}</td>}
            <Box component="td" c="dimmed">
              {bar.part}
            </Box>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
