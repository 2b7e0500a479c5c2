import { AddPage } from '../form/add-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { AppForm } from './app-form.tsx';
import { appKind } from './app-kind.ts';

export const AppsPage = () => <ListPage kind={appKind} />;

export const AddAppPage = () => <AddPage kind={appKind} Form={AppForm} />;
