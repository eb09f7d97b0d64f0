import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { consequences } from './consequences.ts'

/**
 * The console speaks one language (src/language.ts): the other translations of the component library stay out of the
 * bundle. A dictionary without a value is skipped, so that every locale falls back to English; an empty one would be
 * used and lack every string.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: (id) =>
    /[\\/]intl[\\/].*[\\/](?!en-US\.)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? 'export default undefined'
      : undefined,
}

/** Browsers with `light-dark()`, on which both color schemes rest. */
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  base: '/admin/',
  plugins: [englishOnly, consequences, react(), tailwindcss()],
  build: { target: browsers, cssTarget: browsers, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    port: 23100,
    proxy: { '/admin/api': process.env.SIGNET_DEV_API ?? 'http://127.0.0.1:23080' },
  },
})
