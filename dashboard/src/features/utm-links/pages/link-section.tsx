import { type BuiltLink, isKept, type LinkParts, payloadLimits, type StartRules } from '@botscope/contract';
import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { findSource } from './link-draft.ts';
import classes from './link-section.module.css';
import { countExcess, problemWords } from './problem-words.ts';
import { QrCode } from './qr-code.tsx';

interface LinkSectionProps {
  username: string;
  rules: StartRules;
  draft: LinkParts;
  built: BuiltLink;
  /** The link was copied or downloaded. */
  onTaken(): void;
}

/** The link as it stands, live: its length, what reports will read, copy, QR code. */
export function LinkSection({ username, rules, draft, built, onTaken }: LinkSectionProps) {
  const { t } = useTranslation();
  const label = useId();
  const { payload, url, problems } = built;
  // A problem with one field is shown there.
  const linkProblem = problems.find(({ field, part }) => field === null && part === null);
  return (
    <Section title={t('UtmBuilder.link.title')}>
      <div className={classes.box} data-waiting={url === '' || undefined}>
        <VisuallyHidden id={label}>{t('UtmBuilder.link.address')}</VisuallyHidden>
        <output className={classes.address} aria-labelledby={label}>
          {url || `https://t.me/${username}`}
        </output>
        <Counter used={payload.length} most={payloadLimits[draft.kind]} />
      </div>
      {linkProblem && (
        <Notice tone={linkProblem.code === 'empty' ? 'info' : 'warn'}>
          <div role={linkProblem.code === 'empty' ? undefined : 'alert'}>
            {problemWords(t, linkProblem, countExcess(payload, draft.kind))}
          </div>
        </Notice>
      )}
      {url === '' && !linkProblem && <Notice>{t('UtmBuilder.problems.marked')}</Notice>}
      {url !== '' && <AttributionHint rules={rules} draft={draft} payload={payload} />}
      {/* Another link is not copied yet, however short ago this one was. */}
      <CopyButton key={url} value={url} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            fullWidth
            mt={12}
            disabled={url === ''}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => {
              copy();
              onTaken();
            }}
          >
            {copied ? t('General.Copied') : t('UtmBuilder.link.copy')}
          </Button>
        )}
      </CopyButton>
      <QrCode url={url} onTaken={onTaken} />
    </Section>
  );
}

function Counter({ used, most }: { used: number; most: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes.counter} data-over={used > most || undefined}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(100, (used / most) * 100)}%` }} />
      </span>
      <span className="tabular">
        {t('UtmBuilder.link.counter', { used: format.number(used), most: format.number(most) })}
      </span>
    </div>
  );
}

/** Values that reports will read from the link. */
function AttributionHint({ rules, draft, payload }: { rules: StartRules; draft: LinkParts; payload: string }) {
  const { t } = useTranslation();
  const source = findSource(draft, payload, rules);
  const leftOut = draft.parts.filter(({ name, value }) => value !== '' && !isKept(name, rules)).map(({ name }) => name);
  const words = source === '' ? t('UtmBuilder.link.direct') : t('UtmBuilder.link.source', { source });
  return (
    <div className={classes.reading}>
      <p>{draft.kind === 'startgroup' ? t('UtmBuilder.link.group') : words}</p>
      {leftOut.length > 0 && <p>{t('UtmBuilder.link.leftOut', { names: leftOut.join(', ') })}</p>}
    </div>
  );
}
