import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Heatmap } from '../prepare/heatmap.ts';
import classes from './hour-heatmap.module.css';

interface HourHeatmapProps {
  map: Heatmap;
  words: { caption: string; less: string; more: string };
  /** Describes a cell, for example "Monday, 14:00–15:00: 120 actions". */
  describe(weekday: number, hour: number): string;
  /** Shown while no cell is pointed at. */
  summary: string;
  /** Someone wants to see the users of a cell. */
  onOpen?: ((weekday: number, hour: number) => void) | undefined;
}

const moves: Record<string, readonly [day: number, hour: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Hours of the week as a real table: a cell's number is its text, its shade repeats it. Arrow keys move between cells. */
export function HourHeatmap({ map, words, describe, summary, onOpen }: HourHeatmapProps) {
  const table = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState({ weekday: 1, hour: 0 });
  const [pointed, setPointed] = useState<{ weekday: number; hour: number } | null>(null);

  const move = (event: KeyboardEvent) => {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    const weekday = Math.min(7, Math.max(1, place.weekday + step[0]));
    const hour = Math.min(23, Math.max(0, place.hour + step[1]));
    setPlace({ weekday, hour });
    table.current?.querySelector<HTMLElement>(`[data-cell="${weekday}-${hour}"]`)?.focus();
  };

  return (
    <div>
      <table className={classes.map} ref={table} onMouseLeave={() => setPointed(null)} onBlur={() => setPointed(null)}>
        <caption>
          <VisuallyHidden>{words.caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <td />
            {map.hours.map((hour, index) => (
              <th key={hour} scope="col">
                {index % 3 === 0 ? hour : <VisuallyHidden>{hour}</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.map((row) => (
            <tr key={row.weekday}>
              <th scope="row" abbr={row.long}>
                {row.short}
              </th>
              {row.cells.map((cell, hour) => (
                <td key={map.hours[hour]}>
                  <button
                    type="button"
                    className={classes.cell}
                    data-cell={`${row.weekday}-${hour}`}
                    data-depth={cell.depth}
                    tabIndex={row.weekday === place.weekday && hour === place.hour ? 0 : -1}
                    onKeyDown={move}
                    onClick={onOpen && (() => onOpen(row.weekday, hour))}
                    onFocus={() => {
                      setPlace({ weekday: row.weekday, hour });
                      setPointed({ weekday: row.weekday, hour });
                    }}
                    onMouseEnter={() => setPointed({ weekday: row.weekday, hour })}
                    aria-label={describe(row.weekday, hour)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        <span>{pointed ? describe(pointed.weekday, pointed.hour) : summary}</span>
        <span className={classes.legend} aria-hidden>
          {words.less}
          {[0, 1, 2, 3, 4, 5].map((depth) => (
            <span key={depth} className={classes.cell} data-depth={depth} />
          ))}
          {words.more}
        </span>
      </div>
    </div>
  );
}
