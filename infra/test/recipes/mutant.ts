import { equivalents } from '../mutants/sampled/equivalents.ts'
import { mutantsOfSources } from '../mutants/sampled/sources.ts'
import type { Edits } from './scratch.ts'

export const guarantee = 'an error report needs the error store'

const file = 'packages/contracts/src/settings/conflicts.ts'

/** Adds a written mutant that the settings tests detect, and a generated one with a reason. */
export function addMutant({ insertAfter }: Edits): void {
  const generated = mutantsOfSources('packages/accounts').find(({ id }) => !equivalents.has(id))
  if (!generated) throw new Error('packages/accounts has no mutant.')
  insertAfter(
    'infra/test/mutants/sampled/equivalents.ts',
    'export const equivalents: ReadonlyMap<string, string> = new Map([\n',
    `  ['${generated.id}', 'a recipe adds it'],\n`,
  )
  insertAfter(
    'infra/test/mutants/operator.ts',
    'export const operator = [\n',
    `  ...mutantsOf('${file}', ['packages/contracts/test/settings.test.ts'], [
    ['${guarantee}', "['errorreport.enabled', 'errorStore.enabled'],", ''],
  ]),
`,
  )
}
