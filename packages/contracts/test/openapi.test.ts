import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import {
  errorsOf,
  idempotencyHeader,
  openapi30Document,
  openapiDocument,
  operationList,
  placementOf,
  scopeFor,
  takesConfirmation,
} from '../src/index.ts'

interface Part {
  readonly [key: string]: unknown
}

interface Visited {
  readonly part: Part
  readonly path: readonly string[]
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

function partsOf(part: Part, path: readonly string[] = []): Visited[] {
  const inner = Object.entries(part).flatMap(([key, member]) =>
    isPart(member) && !['example', 'value', 'default'].includes(key) ? partsOf(member, [...path, key]) : [],
  )
  return [{ part, path }, ...inner]
}

const pointerOf = (path: readonly string[]): string =>
  path.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const document = openapiDocument(operationList, { baseUrl: 'https://id.example' })
const parts = partsOf(document)
const paths = document.paths as Record<string, Record<string, Part>>

const describedOperation = (operation: (typeof operationList)[number]): Part => {
  const { method, path } = placementOf(operation)
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
}

describe('OpenAPI document for generators', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'document')

  const examplesOf = ({ example, examples = {} }: Part): unknown[] => [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples as Record<string, { readonly $ref: string }>).map(({ $ref }) => {
      const { examples: shared } = document.components as Record<string, Record<string, Part>>
      return shared?.[$ref.split('/').at(-1) ?? '']?.value
    }),
  ]

  it('every example is valid against its schema', () => {
    const withExamples = parts.filter(({ part }) => isPart(part.schema) && examplesOf(part).length > 0)
    expect(withExamples.length).toBeGreaterThan(400)
    const invalid = withExamples.flatMap(({ part, path }) => {
      const validate = ajv.compile({ $ref: `document#${pointerOf([...path, 'schema'])}` })
      return examplesOf(part)
        .filter((example) => !validate(example))
        .map(() => `${path.join(' ')}: ${ajv.errorsText(validate.errors)}`)
    })
    expect(invalid).toEqual([])
  })

  it('every field and every parameter has a description', () => {
    const { schemas } = document.components as Record<string, Record<string, Part>>
    const isDescribed = ({ description, $ref }: Part): boolean =>
      typeof description === 'string' ||
      (typeof $ref === 'string' && typeof schemas?.[$ref.split('/').at(-1) ?? '']?.description === 'string')
    const bareFields = parts.flatMap(({ part, path }) =>
      path.at(-1) === 'properties' && path.includes('schemas')
        ? Object.entries(part).flatMap(([name, field]) =>
            isDescribed(field as Part) ? [] : [[...path.slice(2), name].join(' ')],
          )
        : [],
    )
    const bareParameters = parts.filter(({ part }) => 'in' in part && 'schema' in part && !isDescribed(part))
    expect(bareFields).toEqual([])
    expect(bareParameters.map(({ part, path }) => [...path, part.name].join(' '))).toEqual([])
  })

  it('every change has the parameter of its idempotency key, and no read has it', () => {
    const { parameters } = document.components as Record<string, Record<string, Part>>
    expect(parameters?.IdempotencyKey).toMatchObject({ name: 'Idempotency-Key', in: 'header' })
    expect(idempotencyHeader).toBe('idempotency-key')
    for (const operation of operationList)
      expect(
        JSON.stringify(describedOperation(operation).parameters).includes('/IdempotencyKey'),
        operation.tool,
      ).toBe(takesConfirmation(operation))
  })

  it('every operation names the scope that a token needs, and a console-only operation accepts no token', () => {
    for (const operation of operationList.filter(({ access }) => access.to !== 'public')) {
      const scope = scopeFor(operation)
      const token = scope === null ? [] : [{ oauth2: [scope] }]
      expect(describedOperation(operation).security, operation.tool).toEqual([{ console: [] }, ...token])
    }
  })

  it('an operation whose input has rules declares invalid_value', () => {
    const declared = (tool: string) =>
      operationList.filter((each) => each.tool === tool).flatMap((operation) => errorsOf(operation))
    for (const tool of ['plan_create', 'project_user_bulk_delete', 'team_create', 'project_user_update'])
      expect(declared(tool), tool).toContain('invalid_value')
    expect(declared('project_restore')).not.toContain('invalid_value')
  })

  it('every error response and every request body is a shared component', () => {
    const inline = parts.filter(
      ({ part, path }) =>
        path[0] === 'paths' &&
        ((path.at(-2) === 'responses' && Number(path.at(-1)) >= 400) ||
          (path.at(-1) === 'schema' && path.includes('requestBody'))) &&
        !('$ref' in part),
    )
    expect(inline.map(({ path }) => path.join(' '))).toEqual([])
  })

  it('a request rejects further members, and an answer permits those of a later release', () => {
    const { schemas } = document.components as Record<string, Record<string, Part>>
    expect(schemas?.ProjectCreateRequest).toMatchObject({ additionalProperties: false })
    const answers = Object.entries(schemas ?? {}).filter(([name]) => /(?:Answer|Preview|Problem)$/.test(name))
    expect(answers.length).toBeGreaterThan(50)
    for (const [name, schema] of [...answers, ['Project', schemas?.Project ?? {}] as const])
      expect(JSON.stringify(schema), name).not.toContain('"additionalProperties":false')
  })

  it('the document for OpenAPI 3.0 has no keyword of 3.1, and the same operations', () => {
    const older = openapi30Document(document)
    const foreign = ['const', 'propertyNames', 'jsonSchemaDialect', 'exclusiveMinimum', 'prefixItems']
    const wrong = partsOf(older).filter(
      ({ part, path }) =>
        path.at(-1) !== 'properties' &&
        (foreign.some((keyword) => typeof part[keyword] === 'number' || keyword in part) ||
          Array.isArray(part.type) ||
          part.type === 'null' ||
          ('$ref' in part && Object.keys(part).length > 1)),
    )
    expect(wrong.map(({ path }) => path.join(' '))).toEqual([])
    expect(Object.keys(older.paths as object)).toEqual(Object.keys(paths))
    expect(JSON.stringify(older)).toContain('"nullable":true')
  })
})
