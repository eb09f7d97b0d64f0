import { fileURLToPath } from 'node:url'
import { consoleTexts } from '@signet/i18n/console-plugin'
import { defineConfig } from 'vitest/config'
import { root } from '../local/repository.ts'
import { waits } from './vitest.node.ts'

/** Vite transforms JSX, and provides the modules that the build of the console generates. */
export default defineConfig({
  root,
  plugins: [consoleTexts],
  // The build of the console generates this table without the schemas of the contracts.
  resolve: {
    alias: {
      'virtual:operations': fileURLToPath(new URL('../../apps/console/operation-table.ts', import.meta.url)),
      'virtual:operation-texts': fileURLToPath(
        new URL('../../apps/console/operation-texts.ts', import.meta.url),
      ),
    },
  },
  test: {
    name: 'apps',
    include: ['apps/*/{src,test}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    isolate: false,
    ...waits,
  },
})
