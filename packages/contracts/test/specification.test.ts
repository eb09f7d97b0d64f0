import { describe, expect, it } from 'vitest'
import specification from '../spec/operations.json' with { type: 'json' }
import { type Operation, operationList, operations, placementOf, previewOf } from '../src/index.ts'

interface Row {
  tool: string | null
  method: string
  path: string
  kind: string
  audit: string | null
  closedBody?: boolean
  previewConfirm?: boolean
}

const rows: readonly Row[] = specification
const additional = operationList.filter(({ isBeyondSpecification }) => isBeyondSpecification)
/** Parameters of the two sides may differ in name. */
const anonymous = (path: string): string => path.replace(/:\w+/g, ':')
const keyOf = (method: string, path: string): string => `${method} ${anonymous(path)}`

const declared = new Map(
  operationList.map((operation) => {
    const { method, path } = placementOf(operation)
    return [keyOf(method, path), operation] as const
  }),
)

function declaredFor(row: Row): Operation {
  const operation = declared.get(keyOf(row.method, row.path))
  if (!operation) throw new Error(`${row.method} ${row.path} is not declared`)
  return operation
}

/** Federation changes in the administrators' project are confirmed too (concepts.md, "Two-call pattern"). */
const confirmedForAdministrators = [
  'federation_provider_create',
  'federation_provider_delete',
  'federation_provider_move',
  'federation_provider_update',
]

describe('the declared operations are those of the specification', () => {
  it('the declared operations are the 139 routes of the specification, 124 of them tools, and those declared as additional', () => {
    expect(specification).toHaveLength(139)
    const beyond = additional.map((operation) => {
      const { method, path } = placementOf(operation)
      return keyOf(method, path)
    })
    const ofSpecification = rows.map((row) => keyOf(row.method, row.path))
    expect([...declared.keys()].sort()).toEqual([...ofSpecification, ...beyond].sort())
    expect(operationList).toHaveLength(rows.length + additional.length)
    const specified = operationList.filter((operation) => !operation.isBeyondSpecification)
    expect(specified.filter(({ kind }) => kind !== 'console_only')).toHaveLength(124)
  })

  it.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s is declared as specified',
    (_, row) => {
      const operation = declaredFor(row)
      const audit = 'audit' in operation ? (operation.audit?.action ?? null) : null
      expect({ kind: operation.kind, audit }).toEqual({ kind: row.kind, audit: row.audit })
      if (row.tool !== null) expect(operation.tool).toBe(row.tool)
    },
  )

  it('the preview-confirm routes, federation changes for the administrators project, and settings have a preview, and no others', () => {
    const specified = rows.filter((row) => row.previewConfirm).map((row) => declaredFor(row).tool)
    const previewed = operationList
      .filter((operation) => previewOf(operation) && !operation.isBeyondSpecification)
      .map(({ tool }) => tool)
    expect(previewed.sort()).toEqual([...specified, ...confirmedForAdministrators, 'settings_update'].sort())
  })

  it('every input rejects an unknown field, except settings, whose unknown keys are accepted', () => {
    const open = operationList
      .filter((operation) => operation.input.safeParse({ ...operation.example, no_such_field: 1 }).success)
      .map(({ tool }) => tool)
    expect(open).toEqual(['settings_update'])
    const closed = rows.filter((row) => row.closedBody).map((row) => declaredFor(row).tool)
    expect(closed).not.toContain('settings_update')
  })

  it('each operation is named after its tool, and each tool and each route exists once', () => {
    for (const [name, operation] of Object.entries(operations)) expect(operation.tool).toBe(name)
    expect(new Set(operationList.map(({ route }) => route)).size).toBe(operationList.length)
  })

  it('path parameters are named after their object', () => {
    const names = new Set(operationList.flatMap((operation) => placementOf(operation).params))
    expect([...names].sort()).toEqual([
      'adminId',
      'approvalId',
      'clientId',
      'connectionId',
      'entryId',
      'faultId',
      'groupId',
      'inviteId',
      'kid',
      'kind',
      'language',
      'passkeyId',
      'planId',
      'projectId',
      'providerId',
      'reference',
      'requestId',
      'resourceId',
      'revealId',
      'serviceAccountId',
      'sessionId',
      'suspensionId',
      'teamId',
      'tryRef',
      'userId',
    ])
  })
})
