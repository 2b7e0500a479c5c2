import { maxCampaignIds } from '@botscope/contract';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { readIds } from '../../data/read-ids.ts';
import classes from './editor.module.css';

/** Number of wrong lines that are named; the others are counted. */
const namedLines = 5;

/** Ids of users, one per line. What is wrong with the text is said below it; the rest of it counts. */
export function IdsField({ ids, onChange }: { ids: readonly number[]; onChange(ids: number[]): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(() => ids.join('\n'));
  const { ids: read, duplicates, wrong, tooMany } = readIds(text);
  return (
    <div>
      <Textarea
        rows={8}
        maw={480}
        label={t('CampaignEditor.ids.label')}
        description={t('CampaignEditor.ids.hint', { most: format.number(maxCampaignIds) })}
        spellCheck={false}
        value={text}
        aria-invalid={wrong.length > 0 || tooMany > 0}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          onChange(readIds(value).ids);
        }}
      />
      <div role="status">
        <p>
          {t('CampaignEditor.ids.count', { count: read.length, number: format.number(read.length) })}
          {duplicates > 0 &&
            `, ${t('CampaignEditor.ids.duplicates', { count: duplicates, number: format.number(duplicates) })}`}
        </p>
        {tooMany > 0 && (
          <p className={classes.wrong}>{t('CampaignEditor.ids.tooMany', { most: format.number(maxCampaignIds) })}</p>
        )}
        {wrong.slice(0, namedLines).map(({ line, text: words }) => (
          <p key={line} className={classes.wrong}>
            {t('CampaignEditor.ids.wrong', { line: format.number(line), text: words.slice(0, 40) })}
          </p>
        ))}
        {wrong.length > namedLines && (
          <p className={classes.wrong}>
            {t('CampaignEditor.ids.moreWrong', {
              count: wrong.length - namedLines,
              number: format.number(wrong.length - namedLines),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
