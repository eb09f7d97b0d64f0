import type { Plugin } from 'vite'
import table from './operation-table.ts'

const id = 'virtual:operations'

/**
 * Facts about operations from the contracts. Computed when the console is built, so that the browser need not load the
 * schemas of every operation.
 */
export const operationFacts: Plugin = {
  name: 'operation-facts',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (loaded) => (loaded === `\0${id}` ? `export default ${JSON.stringify(table)}` : undefined),
}
