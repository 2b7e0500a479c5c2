/** Tables that have the same columns for Mini Apps and for websites. */
export interface HitTables {
  /** Table of the owners of hits, and the column that refers to it. */
  owners: 'mini_apps' | 'websites';
  owner: 'app_id' | 'site_id';
  errors: 'mini_app_errors' | 'website_errors';
  recent: 'mini_app_recent_hits' | 'website_recent_hits';
}

export const appTables: HitTables = {
  owners: 'mini_apps',
  owner: 'app_id',
  errors: 'mini_app_errors',
  recent: 'mini_app_recent_hits',
};

export const siteTables: HitTables = {
  owners: 'websites',
  owner: 'site_id',
  errors: 'website_errors',
  recent: 'website_recent_hits',
};
