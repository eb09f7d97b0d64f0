import { consoleTexts } from '@signet/i18n/console-plugin'
import { type Plugin, runnerImport } from 'vite'
import { operationFacts } from './operation-facts.ts'

type Texts = Readonly<Record<string, string>>

interface Registry {
  readonly nouns: readonly { readonly places: Texts; readonly sheets?: Texts }[]
}

async function readNouns(): Promise<{ readonly places: Texts; readonly sheets: Texts }> {
  const { module } = await runnerImport<Registry>(new URL('./src/nouns.ts', import.meta.url).pathname, {
    plugins: [operationFacts, consoleTexts],
  })
  return {
    places: Object.assign({}, ...module.nouns.map(({ places }) => places)),
    sheets: Object.assign({}, ...module.nouns.map(({ sheets }) => sheets)),
  }
}

const ofNoun = /\/src\/pages\/[\w-]+\/noun\.ts$/
const placesInNoun = /\n {2}places: \{[^}]*\},/g

/**
 * Moves the pages of the operations from the nouns, which the first page loads, to the module that the palette and the pages of objects
 * load. Writes the page of each operation and the tab of each sheet for the journeys that visit every page.
 */
export function places(): Plugin {
  let read: ReturnType<typeof readNouns>
  return {
    name: 'places',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      read = readNouns()
    },
    async load(id) {
      if (!id.endsWith('/src/places-of.ts')) return undefined
      return `const places = ${JSON.stringify((await read).places)};export const placesOf = () => places`
    },
    transform: (code, id) => (ofNoun.test(id) ? code.replace(placesInNoun, '\n  places: {},') : undefined),
    async generateBundle() {
      for (const [name, texts] of Object.entries(await read))
        this.emitFile({ type: 'asset', fileName: `${name}.json`, source: JSON.stringify(texts) })
    },
  }
}
