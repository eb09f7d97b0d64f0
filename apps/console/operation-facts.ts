import { operationList } from '@signet/contracts'
import type { Plugin } from 'vite'

const id = 'virtual:operations'

/**
 * What the console says about operations, from the contracts. Made when the console is built, so that the browser
 * need not load the schemas of every operation for a sentence.
 */
export const operationFacts: Plugin = {
  name: 'operation-facts',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (loaded) => (loaded === `\0${id}` ? `export default ${JSON.stringify(table())}` : undefined),
}

const table = () =>
  Object.fromEntries(
    operationList.map((each) => [
      each.tool,
      {
        title: each.title,
        route: each.route,
        ...(each.kind === 'console_only' ? { consoleOnly: true } : {}),
        ...(each.kind === 'high_consequence' ? { consequence: each.consequence } : {}),
      },
    ]),
  )
