import { consoleTexts } from '@signet/i18n/console-plugin'
import { type Plugin, runnerImport } from 'vite'
import { operationFacts } from './operation-facts.ts'

type Texts = Readonly<Record<string, string>>

interface Registry {
  readonly nouns: readonly { readonly places: Texts; readonly sheets?: Texts }[]
}

/** Writes the page of each operation and the tab of each sheet for the journeys that visit every page. */
export const placesFile: Plugin = {
  name: 'places-file',
  apply: 'build',
  async generateBundle() {
    const { module } = await runnerImport<Registry>(new URL('./src/nouns.ts', import.meta.url).pathname, {
      plugins: [operationFacts, consoleTexts],
    })
    const places = Object.assign({}, ...module.nouns.map(({ places: of }) => of))
    const sheets = Object.assign({}, ...module.nouns.map(({ sheets: of }) => of))
    this.emitFile({ type: 'asset', fileName: 'places.json', source: JSON.stringify(places) })
    this.emitFile({ type: 'asset', fileName: 'sheets.json', source: JSON.stringify(sheets) })
  },
}
