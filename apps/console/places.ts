import { consoleTexts } from '@signet/i18n/console-plugin'
import { type Plugin, runnerImport } from 'vite'
import { operationFacts } from './operation-facts.ts'

interface Registry {
  readonly nouns: readonly { readonly places: Readonly<Record<string, string>> }[]
}

/** Writes the page of each operation to a file next to the bundle, for the journeys that visit every page. */
export const placesFile: Plugin = {
  name: 'places-file',
  apply: 'build',
  async generateBundle() {
    const { module } = await runnerImport<Registry>(new URL('./src/nouns.ts', import.meta.url).pathname, {
      plugins: [operationFacts, consoleTexts],
    })
    const places = Object.assign({}, ...module.nouns.map(({ places: of }) => of))
    this.emitFile({ type: 'asset', fileName: 'places.json', source: JSON.stringify(places) })
  },
}
