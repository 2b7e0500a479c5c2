import type { Bot, LinkParts, UtmLink } from '@botscope/contract';
import { ActionIcon, Box, Button, CopyButton, Flex } from '@mantine/core';
import { IconCheck, IconCopy, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { keepLink } from '../public/builder-data.ts';
import classes from './kept-links.module.css';
import { QrCode } from './qr-code.tsx';
import { removeWithUndo } from './remove-link.ts';

/** Number of links that fit beside the builder; the rest is one click away. */
const shownFirst = 8;

interface HistorySectionProps {
  bot: Bot;
  history: readonly UtmLink[];
  onUse(link: LinkParts): void;
}

/** Links made before, newest first. */
export function HistorySection({ bot, history, onUse }: HistorySectionProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [qrLink, setQrLink] = useState<UtmLink | null>(null);
  const mayKeep = may(bot, 'settings.edit');
  const shownLinks = all ? history : history.slice(0, shownFirst);
  const takenAgain = (link: UtmLink) => {
    if (mayKeep) keepLink(bot, link.link).catch(showError);
  };
  return (
    <Section title={t('UtmBuilder.history.title')}>
      {history.length === 0 ? (
        <p>{t(mayKeep ? 'UtmBuilder.history.none' : 'UtmBuilder.history.noneDemo')}</p>
      ) : (
        <>
          <p>{t('UtmBuilder.history.text')}</p>
          <Flex component="ul" direction="column">
            {shownLinks.map((link) => (
              <Line
                key={link.id}
                link={link}
                onCopied={() => takenAgain(link)}
                onQr={() => setQrLink(link)}
                onUse={() => onUse(link.link)}
                onRemove={mayKeep ? () => removeWithUndo(bot, link) : null}
              />
            ))}
          </Flex>
          {history.length > shownLinks.length && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.more ?? ''}
              onClick={() => setAll(true)}
            >
              {t('UtmBuilder.history.more', { count: history.length })}
            </Button>
          )}
        </>
      )}
      {qrLink && (
        <Dialog onClose={() => setQrLink(null)} title={t('UtmBuilder.link.qr')}>
          <Box component="span" ff="monospace" fz="xs" lh="18px">
            {qrLink.url}
          </Box>
          <QrCode url={qrLink.url} />
        </Dialog>
      )}
    </Section>
  );
}

interface LineProps {
  link: UtmLink;
  onCopied(): void;
  onQr(): void;
  onUse(): void;
  onRemove: (() => void) | null;
}

function Line({ link, onCopied, onQr, onUse, onRemove }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const payload = link.url.slice(link.url.indexOf('=') + 1);
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <Box component="span" ff="monospace" fz="xs" lh="18px">
          {link.url}
        </Box>
        <Box component="span" c="dimmed" fz="xs">
          {format.moment(link.created_at)}
        </Box>
      </div>
      <div className={classes.actions}>
        <CopyButton value={link.url} timeout={2_000}>
          {({ copied, copy }) => (
            <Icon
              label={copied ? t('General.Copied') : t('UtmBuilder.history.copy', { payload })}
              onClick={() => {
                copy();
                onCopied();
              }}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.6} aria-hidden />}
            </Icon>
          )}
        </CopyButton>
        <Icon label={t('UtmBuilder.history.qr', { payload })} onClick={onQr}>
          <IconQrcode size={16} stroke={1.6} aria-hidden />
        </Icon>
        <Icon label={t('UtmBuilder.history.use', { payload })} onClick={onUse}>
          <IconPencil size={16} stroke={1.6} aria-hidden />
        </Icon>
        {onRemove && (
          <Icon label={t('UtmBuilder.history.remove', { payload })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </Icon>
        )}
      </div>
    </li>
  );
}

function Icon({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
