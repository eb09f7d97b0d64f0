import { consoleTexts } from '@signet/i18n/console-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { beyondFirstPage, compressed, preloadFirstPage, withinBudget } from './compression.ts'
import { operationFacts } from './operation-facts.ts'
import { places } from './places.ts'
import { splitTexts } from './split-texts.ts'

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

/** React has had these hooks since version 18. The router's library of stores imports replacements of them for older versions. */
const hooksOfReact = [
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector',
  },
]

/** Browsers with `light-dark()`, which both color schemes need. */
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

const texts = splitTexts()

/**
 * The modules that pages behind the sign-in load first are one chunk with all their imports, because Brotli compresses one file
 * by an eighth better than sixty small ones. The entry and its imports remain separate: it loads the texts before the
 * first chunk, whose modules read them. The modules that most pages share are three chunks, because the first chunk lists the
 * files of each page. None of them has a module that awaits texts, which would delay every page.
 */
const chunks = [
  { name: 'index', test: /\/src\/main\.ts$/, priority: 2 },
  { name: 'first', test: /\/src\/(?:app|layouts\/shell)\.tsx$/, priority: 1 },
  { name: 'library', test: /[\\/]node_modules[\\/]/, minShareCount: 20 },
  { name: 'shared', test: /\/src\/(?:ui|api)\/|^\0virtual:operations$/, minShareCount: 20 },
  {
    name: 'parts',
    test: (id: string) => /\/src\/(?:api|components|layouts|texts|ui)\//.test(id) && texts.isReady(id),
    minShareCount: 8,
  },
]

export default defineConfig({
  base: '/admin/',
  plugins: [
    ownLanguages,
    operationFacts,
    texts,
    consoleTexts,
    places(),
    withinBudget,
    preloadFirstPage,
    compressed,
    react(),
    tailwindcss(),
  ],
  resolve: { alias: hooksOfReact },
  build: {
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false, resolveDependencies: beyondFirstPage },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The first chunk has the names of all others, so a shorter hash shortens it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    port: 23100,
    proxy: { '/admin/api': process.env.SIGNET_DEV_API ?? 'http://127.0.0.1:23080' },
  },
})
