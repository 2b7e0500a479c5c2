import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { registerScripts } from './script-routes.ts';
import { readPackages, readScripts } from './scripts.ts';

const script = 'a script that pages of others load';
const npmPackage = 'the same as an npm package';

/** The scripts that owners put into the pages of their Mini Apps and websites. */
export const trackerScripts = defineFeature({
  name: 'tracker-scripts',
  publicRoutes: {
    'GET /w.js': script,
    'GET /w.v1.js': script,
    'GET /site.js': script,
    'GET /site.v1.js': script,
    'GET /botscope-miniapp.tgz': npmPackage,
    'GET /botscope-site.tgz': npmPackage,
  },
  create: (_platform: Platform) => ({
    routes: (http) => registerScripts(http, { scripts: readScripts(), packages: readPackages() }),
  }),
});
