import { consoleTexts } from '@signet/i18n/console-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed, preloadFirstPage, withinBudget } from './compression.ts'
import { operationFacts } from './operation-facts.ts'
import { placesFile } from './places.ts'

/**
 * Bundles only the component library's translations of the console's languages. A dictionary without a value is
 * skipped, so that other locales fall back to English; an empty one would be used without strings.
 */
const ownLanguages: Plugin = {
  name: 'own-languages',
  enforce: 'pre',
  load: (id) =>
    /[\\/]intl[\\/].*[\\/](?!(?:en-US|ru-RU|zh-CN|de-DE|fr-FR|ja-JP)\.)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? 'export default undefined'
      : undefined,
}

/** Browsers with `light-dark()`, which both color schemes need. */
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  base: '/admin/',
  plugins: [
    ownLanguages,
    operationFacts,
    consoleTexts,
    placesFile,
    withinBudget,
    preloadFirstPage,
    compressed,
    react(),
    tailwindcss(),
  ],
  build: { target: browsers, cssTarget: browsers, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    port: 23100,
    proxy: { '/admin/api': process.env.SIGNET_DEV_API ?? 'http://127.0.0.1:23080' },
  },
})
