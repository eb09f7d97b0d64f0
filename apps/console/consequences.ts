import { operationList } from '@signet/contracts'
import type { Plugin } from 'vite'

const id = 'virtual:consequences'

/**
 * What cannot be taken back, by operation, from the contracts. Made when the console is built, so that the browser
 * need not load the schemas of 139 operations for a sentence.
 */
export const consequences: Plugin = {
  name: 'consequences',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (loaded) => (loaded === `\0${id}` ? `export default ${JSON.stringify(table())}` : undefined),
}

const table = (): Record<string, string> =>
  Object.fromEntries(
    operationList.flatMap((each) =>
      each.kind === 'high_consequence' ? [[each.tool, each.consequence] as const] : [],
    ),
  )
