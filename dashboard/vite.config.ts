/// <reference types="node" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The server that answers /api while the dashboard itself is served by Vite.
const server = process.env['BOTSCOPE_SERVER'] ?? 'http://localhost:8080';

/** What the sign-in screens are made of; the pages behind them use it too. */
const ofForms =
  /@mantine\/form\/|core\/esm\/components\/(Checkbox|Input|InputBase|TextInput|PasswordInput|ActionIcon|Alert|Anchor|Text)\/|src\/ui\/(dialog|field|form|mail|notice|page-title|password|resend|text-link|use-contract|visitor)|src\/shell\/(demo|visit)\.|color-functions|src\/i18n\/format/;

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': server, '/v1': server } },
  preview: { proxy: { '/api': server, '/v1': server } },
  build: {
    // Older targets make the CSS minifier rewrite light-dark(), which then paints transparent.
    target: ['chrome125', 'firefox128', 'safari18'],
    manifest: true,
    rolldownOptions: {
      output: {
        // Modules are grouped by the pages that need them: without groups the sign-in asked for 25 small files, and with
        // one group for everything shared it loaded the menus and dialogs of pages that come later.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'start', test: /^(?!.*(src\/main|index\.html))/, tags: ['$initial'], priority: 3 },
            { name: 'forms', test: ofForms, minShareCount: 2, priority: 2 },
            { name: 'shared', test: /node_modules\/|src\/(ui|shell|i18n|pages\/(bots|add-bot))\//, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
