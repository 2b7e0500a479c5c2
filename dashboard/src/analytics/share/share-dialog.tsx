import type { Bot, Share, SharedQuery, SharedType } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './share-dialog.module.css';
import { ShareForm } from './share-form.tsx';
import { embedCode, shareLink } from './share-link.ts';
import { ShareList } from './share-list.tsx';
import { shareName } from './share-name.ts';
import { useShares } from './shares-data.ts';

interface ShareDialogProps {
  bot: Bot;
  type: SharedType;
  query: SharedQuery;
  onClose: () => void;
}

/** Makes a public link to what the page shows, and lists the links that the bot has. */
export function ShareDialog({ bot, type, query, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const shares = useShares(bot.key);
  const [newShare, setNewShare] = useState<Share | null>(null);
  return (
    <Dialog onClose={onClose} size={640} title={t('Share.title')}>
      <div className={classes.dialog}>
        <p>{t('Share.what')}</p>
        {newShare?.token ? (
          <Made share={newShare} token={newShare.token} />
        ) : (
          <ShareForm bot={bot} type={type} query={query} onMade={setNewShare} />
        )}
        <section className={classes.kept} aria-label={t('Share.list.title')}>
          <h3>{t('Share.list.title')}</h3>
          <Loaded query={shares} height={64}>
            {(list) => (
              <ShareList bot={bot} shares={list} onRevoked={(id) => id === newShare?.id && setNewShare(null)} />
            )}
          </Loaded>
        </section>
      </div>
    </Dialog>
  );
}

/** The new link takes the place of its form, and so the focus, which would be lost with the form. */
function Made({ share, token }: { share: Share; token: string }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice tone="good">
      <div ref={box} role="status" tabIndex={-1} className={classes.made}>
        <h3>{t('Share.created')}</h3>
        <LinkToCopy share={share} token={token} />
      </div>
    </Notice>
  );
}

/** The link as a text and a button; below it the code for a page, where other sites may frame it. */
function LinkToCopy({ share, token }: { share: Share; token: string }) {
  const { t, i18n } = useTranslation();
  const link = shareLink(window.location.origin, token, i18n.language);
  const code = embedCode(link, shareName(share, t));
  return (
    <>
      <Flex gap={12} align="flex-start" mt={8}>
        <Box
          component="output"
          flex={1}
          miw={0}
          ff="monospace"
          fz="xs"
          style={{ overflowWrap: 'anywhere' }}
          aria-label={t('Share.copyLink')}
        >
          {link}
        </Box>
        <CopyButton value={link} label={t('Share.copyLink')} />
      </Flex>
      {share.embeddable && (
        <Flex gap={12} align="flex-start" mt={8}>
          <Box
            component="output"
            flex={1}
            miw={0}
            ff="monospace"
            fz="xs"
            style={{ overflowWrap: 'anywhere' }}
            aria-label={t('Share.embed')}
          >
            {code}
          </Box>
          <CopyButton value={code} label={t('Share.copyEmbed')} />
        </Flex>
      )}
    </>
  );
}
