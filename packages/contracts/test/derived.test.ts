import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  commonArguments,
  type ErrorCode,
  errorCatalogue,
  errorsOf,
  mcpToolsOf,
  misclassifiedEndings,
  objectSchemaOf,
  openapiDocument,
  operationList,
  operations,
  placementOf,
  previewOf,
  printOperations,
  printPermissions,
  printSignInEndings,
} from '../src/index.ts'

const unions = new Set(['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'not'])

function unionsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const here = `${path}/${key}`
    return unions.has(key) && !path.endsWith('/properties') ? [here] : unionsIn(member, here)
  })
}

const fileBeside = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

describe('tools for agents', () => {
  const tools = mcpToolsOf(operationList)

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s describes every parameter, except the common ones that the instructions of the endpoint describe',
    (_, tool) => {
      const bare = Object.entries(tool.inputSchema.properties).filter(
        ([name, { description }]) => !description && !(name in commonArguments),
      )
      expect(bare.map(([name]) => name)).toEqual([])
    },
  )

  it('every operation that is neither console-only nor for programs has one tool', () => {
    const offered = operationList.filter(
      (operation) => operation.kind !== 'console_only' && !operation.forPrograms,
    )
    expect(tools.map(({ name }) => name)).toEqual(offered.map(({ tool }) => tool))
    expect(tools.map(({ name }) => name)).not.toContain('project_delete')
  })

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has one closed object without unions as input',
    (_, tool) => {
      expect(tool.inputSchema.type).toBe('object')
      expect(unionsIn(tool.inputSchema)).toEqual([])
      if (tool.name !== 'settings_update') expect(tool.inputSchema.additionalProperties).toBe(false)
    },
  )

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has one object without a union at the top as output',
    (_, tool) => {
      expect(tool.outputSchema.type).toBe('object')
      expect(Object.keys(tool.outputSchema).filter((keyword) => unions.has(keyword))).toEqual([])
    },
  )

  it('every tool that changes data accepts a confirmation and may request one, and no read does', () => {
    for (const operation of operationList) {
      const tool = tools.find(({ name }) => name === operation.tool)
      if (!tool) continue
      const confirmed = operation.kind !== 'read'
      expect('confirmation' in tool.inputSchema.properties, tool.name).toBe(confirmed)
      expect('confirmation' in tool.outputSchema.properties, tool.name).toBe(confirmed)
      expect(tool.annotations.readOnlyHint, tool.name).toBe(operation.kind === 'read')
      if (operation.kind === 'high_consequence')
        expect(tool.annotations.destructiveHint, tool.name).not.toBe(false)
    }
  })

  it('a tool with a preview has the members of answer and preview in its output', () => {
    const tool = tools.find(({ name }) => name === 'project_address_change')
    expect(Object.keys(tool?.outputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['addressForm', 'issuers', 'expect', 'confirmation', 'consequence']),
    )
    expect(tool?.outputSchema.required).toBeUndefined()
  })

  it('a nullable field is written as a type, not as a union', () => {
    const { properties } = objectSchemaOf(operations.project_update.input)
    expect(properties.displayName).toMatchObject({ type: ['string', 'null'], maxLength: 60 })
    const client = objectSchemaOf(operations.client_update.input).properties
    expect(client.subjectType).toMatchObject({ type: ['string', 'null'], enum: ['public', 'pairwise', null] })
  })

  it('a field with a default is optional, and its schema states the default', () => {
    const { properties, required } = objectSchemaOf(operations.project_user_list.input)
    expect(properties.count).toMatchObject({ default: 50, maximum: 200 })
    expect(required).toEqual(['projectId'])
  })
})

describe('OpenAPI document', () => {
  const document = openapiDocument(operationList, { baseUrl: 'https://id.example' })
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>
  const documented = (tool: keyof typeof operations) => {
    const { method, path } = placementOf(operations[tool])
    return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
  }

  const withComponents = (part: unknown, seen = new Set<string>()): string => {
    const text = JSON.stringify(part)
    const references = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].filter(
      ([whole]) => !seen.has(whole),
    )
    for (const [whole] of references) seen.add(whole)
    const components = document.components as Record<string, Record<string, unknown>>
    return (
      text +
      references.map(([, kind = '', name = '']) => withComponents(components[kind]?.[name], seen)).join()
    )
  }

  it('the document has every operation once, with every error by its status', () => {
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual(operationList.map(({ tool }) => tool).sort())
    for (const operation of operationList) {
      const described = documented(operation.tool as keyof typeof operations)
      const responses = described.responses as Record<string, { readonly description: string }>
      const codes = Object.entries(described['x-codes'] as Record<string, ErrorCode[]>)
      for (const [status, some] of codes)
        for (const code of some) {
          expect(errorCatalogue[code].status, code).toBe(Number(status))
          expect(responses[status]?.description, operation.tool).toContain(`\`${code}\``)
        }
      expect(codes.flatMap(([, some]) => some).sort(), operation.tool).toEqual(
        [...errorsOf(operation)].sort(),
      )
    }
  })

  it('the document states callers, audit action and secret fields of each operation', () => {
    expect(documented('client_create')).toMatchObject({
      'x-access': 'can.edit',
      'x-audit-action': 'client.create',
      'x-kind': 'write',
    })
    expect(withComponents(documented('client_secret_rotate').responses)).toContain('"x-secret":true')
    expect(documented('setup').security).toEqual([])
    expect(documented('project_delete').security).toEqual([{ console: [] }])
  })

  it('the document has 204 without content, 201 for a creation, and a preview next to the answer', () => {
    const responses = (tool: keyof typeof operations) =>
      documented(tool).responses as Record<string, Record<string, unknown>>
    expect(responses('client_delete')['204']).not.toHaveProperty('content')
    expect(responses('project_create')).toHaveProperty('201')
    expect(withComponents(responses('project_update')['200'])).toContain('oneOf')
    expect(previewOf(operations.project_group_assign_connection)).toBeDefined()
    const conflict = responses('project_group_assign_connection')['409']
    expect(withComponents(conflict)).toContain('preview_required')
    expect(withComponents(conflict)).toContain('"blockers"')
  })
})

describe('checked-in prints', () => {
  it('operations.txt is up to date (npm run print)', () => {
    expect(fileBeside('operations.txt')).toBe(printOperations(operationList))
  })

  it('permission-matrix.txt is up to date (npm run print)', () => {
    expect(fileBeside('permission-matrix.txt')).toBe(printPermissions(operationList))
  })

  it('sign-in-endings.txt is up to date (npm run print)', () => {
    expect(fileBeside('sign-in-endings.txt')).toBe(printSignInEndings())
  })
})

describe('the endings of sign-ins', () => {
  it('exactly the operations and settings that can end a sign-in have a rule', () => {
    expect(misclassifiedEndings()).toEqual([])
  })
})
