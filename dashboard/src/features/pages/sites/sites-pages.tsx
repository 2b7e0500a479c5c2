import { AddPage } from '../form/add-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { SiteForm } from './site-form.tsx';
import { siteKind } from './site-kind.ts';

export const SitesPage = () => <ListPage kind={siteKind} />;

export const AddSitePage = () => <AddPage kind={siteKind} Form={SiteForm} />;
