import type { ReadPayload } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from './launch-links.module.css';

interface PayloadRowsProps {
  title: string;
  lines: readonly ReadPayload[];
  /** What tells the lines apart: two samples may hold the same payload, once as a link. Absent: the payload does. */
  ids?: readonly string[];
  /** Said where there is no line. */
  empty?: string;
  /** So many of the first lines can be taken away. */
  removable?: number;
  onRemove?(index: number): void;
}

/** One group of the preview: payloads, what was cut out of them, and the source. */
export function PayloadRows({ title, lines, ids = [], empty, removable = 0, onRemove }: PayloadRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={4}>
          {title}
        </th>
      </tr>
      {lines.map((line, index) => (
        <tr key={ids[index] ?? line.payload}>
          <th scope="row" className={classes.payload}>
            <code>{line.payload}</code>
            {index < removable && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('BotSettings.preview.remove', { payload: line.payload })}
                onClick={() => onRemove?.(index)}
              >
                <IconX size={14} stroke={1.8} aria-hidden />
              </ActionIcon>
            )}
          </th>
          <td>
            <ul className={classes.params}>
              {Object.entries(line.params).map(([name, value]) => (
                <li key={name}>
                  <span className={classes.dim}>{name} = </span>
                  {value}
                </li>
              ))}
            </ul>
          </td>
          <td data-label={t('BotSettings.preview.source')}>
            {line.source || <span className={classes.dim}>{t('BotSettings.preview.direct')}</span>}
          </td>
          <td className={classes.number} data-label={t('BotSettings.preview.times')}>
            {line.count > 0 ? format.number(line.count) : ''}
          </td>
        </tr>
      ))}
      {lines.length === 0 && empty && (
        <tr>
          <td colSpan={4} className={classes.dim}>
            {empty}
          </td>
        </tr>
      )}
    </tbody>
  );
}
