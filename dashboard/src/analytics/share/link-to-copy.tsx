import type { Share } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './share-dialog.module.css';
import { embedCode, shareLink } from './share-link.ts';
import { shareName } from './share-name.ts';

/** The link as a text and a button; below it the code for a page, where other sites may frame it. */
export function LinkToCopy({ share, token }: { share: Share; token: string }) {
  const { t, i18n } = useTranslation();
  const link = shareLink(window.location.origin, token, i18n.language);
  const code = embedCode(link, shareName(share, t));
  return (
    <>
      <div className={classes.copy}>
        <output className={classes.address} aria-label={t('Share.copyLink')}>
          {link}
        </output>
        <CopyButton value={link} label={t('Share.copyLink')} />
      </div>
      {share.embeddable && (
        <div className={classes.copy}>
          <output className={classes.address} aria-label={t('Share.embed')}>
            {code}
          </output>
          <CopyButton value={code} label={t('Share.copyEmbed')} />
        </div>
      )}
    </>
  );
}
