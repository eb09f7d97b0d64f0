import type { Plugin } from 'vite'
import examples from './operation-examples.ts'
import table from './operation-table.ts'
import texts from './operation-texts.ts'

const modules: Readonly<Record<string, object>> = {
  'virtual:operations': table,
  // Separate modules, which the first page does not load.
  'virtual:operation-texts': texts,
  'virtual:operation-examples': examples,
}

/** Computed at build time, so that the browser need not load the schemas of every operation. */
export const operationFacts: Plugin = {
  name: 'operation-facts',
  resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : undefined),
  load: (loaded) => {
    const found = modules[loaded.slice(1)]
    return loaded.startsWith('\0') && found ? `export default ${JSON.stringify(found)}` : undefined
  },
}
