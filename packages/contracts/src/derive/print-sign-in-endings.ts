import { type Effect, effects, type FieldEffects } from '../effects.ts'
import type { Operation } from '../operation.ts'
import { isOperationName, operationList } from '../registry.ts'
import { type SettingKey, settingKeys, settingsCatalogue } from '../settings/catalogue.ts'
import { operationEndings, type SignInEnding, settingEndings, signInEndings } from '../sign-in-endings.ts'
import { columns } from './columns.ts'
import { possibleEffects } from './effects-of.ts'

const ending: ReadonlySet<Effect> = new Set(['locks-out', 'destroys'])

const endingOfOperation = ({ tool }: Operation): SignInEnding | undefined =>
  isOperationName(tool) ? operationEndings[tool] : undefined

const effectsOfSetting = (field: FieldEffects): readonly Effect[] =>
  effects.filter((effect) => ('on' in field ? [...field.on, ...field.off] : field).includes(effect))

interface ClassifiedChange {
  readonly name: string
  readonly kind: SignInEnding | undefined
  readonly canEnd: boolean
}

const classifiedOperations = (): ClassifiedChange[] =>
  operationList
    .filter(({ kind }) => kind !== 'read')
    .map((operation) => ({
      name: operation.tool,
      kind: endingOfOperation(operation),
      canEnd: possibleEffects(operation).some((effect) => ending.has(effect)),
    }))

const classifiedSettings = (): ClassifiedChange[] =>
  settingKeys.map((key: SettingKey) => ({
    name: key,
    kind: settingEndings[key],
    canEnd: effectsOfSetting(settingsCatalogue[key].effects).includes('locks-out'),
  }))

/** Operations and settings that can end a sign-in without a kind, or have a kind and cannot end one. */
export const misclassifiedEndings = (): string[] =>
  [...classifiedOperations(), ...classifiedSettings()]
    .filter(({ kind, canEnd }) => (kind !== undefined) !== canEnd)
    .map(({ name }) => name)

const rowsOf = (classified: readonly ClassifiedChange[]): string[][] =>
  classified.flatMap(({ name, kind }) =>
    kind ? [[name, kind, signInEndings[kind].console, signInEndings[kind].tenant]] : [],
  )

const table = (first: string, rows: string[][]): string =>
  columns([[first, 'ends', 'console', 'other projects'], ...rows])

/** Checked in, so that changes are visible in review. */
export const printSignInEndings = (): string =>
  `Changes that can end a sign-in, and the rule that each follows.

${table('operation', rowsOf(classifiedOperations()))}
${table('setting', rowsOf(classifiedSettings()))}`
