import { type Operation, operationList, placementOf, procedureTypeOf } from '@signet/contracts'
import { createFuzz, encodeParameters, type Fuzz, type FuzzedRequest, headerText } from '@signet/testkit'

/** Existing ids by the names of the parameters. */
export type Things = Readonly<Record<string, string>>

export interface Frame {
  readonly things: Things
  /** Headers of the callers. */
  readonly callers: readonly Readonly<Record<string, string>>[]
}

/** A request that no schema accepts, or one that may be valid by chance. */
export type Aim = 'refused' | 'any'

/** Irreversible operations get only invalid requests. */
const anyAim = operationList.filter(
  ({ kind, route }) => kind !== 'high_consequence' && !route.startsWith('DELETE'),
)

/** The settings are the only operation that accepts unknown fields. */
const closed = operationList.filter(({ tool }) => tool !== 'settings_update')

export function requestOf(seed: number, aim: Aim, { things, callers }: Frame): FuzzedRequest {
  const fuzz = createFuzz(seed)
  const operation = fuzz.pick(aim === 'any' ? anyAim : closed)
  const headers = { ...fuzz.pick(callers), 'content-type': typeOf(fuzz) }
  const fields = fieldsOf(fuzz, operation, things, aim)
  return fuzz.chance(0.3)
    ? ofTrpc(fuzz, operation, fields, headers, aim)
    : ofRest(fuzz, operation, fields, headers)
}

const typeOf = (fuzz: Fuzz): string =>
  fuzz.chance(0.97) ? 'application/json' : headerText(`application/json; charset=${fuzz.text()}`)

/** JSON texts: the example with existing ids, some of it replaced. */
function fieldsOf(fuzz: Fuzz, operation: Operation, things: Things, aim: Aim): Map<string, string> {
  const { example, input } = operation
  const fields = new Map(
    Object.entries({ ...example, ...present(example, things) }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  )
  const names = Object.keys(input.shape)
  for (let count = 1 + fuzz.below(3); count > 0 && names.length > 0; count -= 1) {
    const name = fuzz.pick(names)
    const own = example[name]
    const isObject = typeof own === 'object' && own !== null && !Array.isArray(own)
    fields.set(name, isObject && fuzz.chance(0.5) ? within(fuzz, own) : fuzz.json())
  }
  if (fuzz.chance(0.1)) fields.delete(fuzz.pick([...fields.keys(), '']))
  if (aim === 'refused') fields.set(`no such field ${fuzz.text()}`, fuzz.json())
  return fields
}

const present = (example: Readonly<Record<string, unknown>>, things: Things) =>
  Object.fromEntries(Object.entries(things).filter(([name]) => name in example))

/** Replaces or adds one member. */
function within(fuzz: Fuzz, value: object): string {
  const members = Object.entries(value)
  const name = fuzz.chance(0.8) ? fuzz.pick([...members.map(([one]) => one), 'a']) : fuzz.text()
  const kept = members
    .filter(([one]) => one !== name)
    .map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value)}`)
  return `{${[...kept, `${JSON.stringify(name)}:${fuzz.json()}`].join(',')}}`
}

const bodyOf = (fields: ReadonlyMap<string, string>): string =>
  `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`

/** Sometimes returns a body that is not an object of fields. An empty object is valid for some operations. */
function bodyOrOther(fuzz: Fuzz, fields: ReadonlyMap<string, string>): string {
  if (fuzz.chance(0.95)) return bodyOf(fields)
  const other = fuzz.json()
  return /^\s*\{\s*\}\s*$/.test(other) ? bodyOf(fields) : other
}

type Headers = Readonly<Record<string, string>>

function ofTrpc(
  fuzz: Fuzz,
  operation: Operation,
  fields: Map<string, string>,
  headers: Headers,
  aim: Aim,
): FuzzedRequest {
  const body = bodyOrOther(fuzz, fields)
  // A batch does not read these fields as input, so a call without input may be valid.
  const inBatch = fuzz.chance(0.05) && aim === 'any'
  const path = `/admin/api/trpc/${operation.tool}${inBatch ? `,${operation.tool}?batch=1` : ''}`
  if (procedureTypeOf(operation) === 'mutation') return { method: 'POST', target: path, headers, body }
  const query = encodeParameters(fuzz, [['input', body.slice(0, 4_000)]])
  return { method: 'GET', target: `${path}${path.includes('?') ? '&' : '?'}${query}`, headers }
}

function ofRest(
  fuzz: Fuzz,
  operation: Operation,
  fields: Map<string, string>,
  headers: Headers,
): FuzzedRequest {
  const { method, path, params, fieldsIn } = placementOf(operation)
  const target = `/admin/api${path.replace(/:(\w+)/g, (_parameter, name: string) => segmentOf(fuzz, fields.get(name)))}`
  const rest = new Map([...fields].filter(([name]) => !params.includes(name) || fuzz.chance(0.02)))
  if (fieldsIn === 'body') return { method, target, headers, body: bodyOrOther(fuzz, rest) }
  const query = encodeParameters(
    fuzz,
    [...rest].map(([name, json]): [string, string] => [name, json.replace(/^"|"$/g, '').slice(0, 2_000)]),
  )
  return { method, target: `${target}?${query}`, headers }
}

function segmentOf(fuzz: Fuzz, json = '"x"'): string {
  const text = (json.replace(/^"|"$/g, '') || fuzz.text() || 'x').toWellFormed()
  return encodeURIComponent(text.slice(0, 500).toWellFormed())
}
