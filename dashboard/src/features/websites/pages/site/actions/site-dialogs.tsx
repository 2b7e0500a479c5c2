import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { KeyDialog } from '../../../../mini-apps/public/page/key-dialog.tsx';
import { RemoveDialog } from '../../../../mini-apps/public/page/remove-dialog.tsx';
import { dropWebsite, removeWebsite, rotateWebsiteKey, updateWebsite } from '../../../data/websites-data.ts';
import { WebsiteForm } from '../../../shared/website-form.tsx';
import type { SiteProps } from '../site-props.ts';

/** Dialog that the address opens over the page. */
export function SiteDialogs({ site, bot }: SiteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dialog } = useSearch({ from: '/layout/code4-site/$site' });
  const close = () =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, dialog: undefined }),
      resetScroll: false,
    });
  if (dialog === 'key') {
    return <KeyDialog page={site} rotate={(hours) => rotateWebsiteKey(site, hours)} onClose={close} />;
  }
  if (dialog === 'remove') {
    return (
      <RemoveDialog
        name={site.name}
        text={t('SitePage.remove.text')}
        mismatch={t('SitePage.remove.mismatch')}
        onClose={close}
        remove={async (typedName) => {
          await removeWebsite(site, typedName);
          // First away: the page of a website that is not there is "not found".
          await navigate({ to: '/code4-site', replace: true });
          dropWebsite(site);
        }}
      />
    );
  }
  if (dialog !== 'edit') return null;
  return (
    <Dialog onClose={close} title={t('PageScript.edit.title', { name: site.name })}>
      <WebsiteForm
        bots={[bot]}
        owner={bot}
        site={site}
        submit={t('PageScript.edit.save')}
        send={async (_, draft) => {
          const updatedSite = await updateWebsite(site, draft);
          showDone(t('PageScript.edit.done', { name: updatedSite.name }));
          close();
        }}
      >
        <Button variant="default" onClick={close}>
          {t('General.Cancel')}
        </Button>
      </WebsiteForm>
    </Dialog>
  );
}
