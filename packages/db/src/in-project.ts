import { Prisma, type PrismaClient } from './generated/prisma/client.ts'

/** The generated enums are the only list of columns by name. */
function isTenantModel(model: string): boolean {
  const fields: unknown = Reflect.get(Prisma, `${model}ScalarFieldEnum`)
  return typeof fields === 'object' && fields !== null && 'projectId' in fields
}

const tenantModels: ReadonlySet<string> = new Set(Object.values(Prisma.ModelName).filter(isTenantModel))

type Arguments = Record<string, unknown>

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A defect, never a user's mistake: a query named another project than that of its client. */
class OtherProject extends Error {
  override name = 'OtherProject'
  constructor(model: string, operation: string) {
    super(`${model}.${operation} names another project than its client is bound to.`)
  }
}

/**
 * Binds a client to one project: every operation on a model with `projectId` is restricted to it, new rows belong to it, and arguments
 * that name another project throw `OtherProject`. Models without `projectId` (teams, plans, the project row) pass through unchanged.
 */
export function inProject(prisma: PrismaClient, projectId: string) {
  return prisma.$extends({
    name: 'in-project',
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          if (!tenantModels.has(model)) return query(args)
          return query(bound(args, projectId, model, operation))
        },
      },
    },
  })
}

function bound<Args extends object>(args: Args, projectId: string, model: string, operation: string): Args {
  const refuse = (value: unknown) => {
    if (value !== undefined && value !== projectId) throw new OtherProject(model, operation)
  }
  const given: Arguments = Object.fromEntries(Object.entries(args))
  // A filter may name the project in a compound key or under AND, OR and NOT. A nested projectId in a row is part of stored JSON, which
  // is not checked.
  refuseInFilter(given.where, refuse)
  refuseInFilter(given.cursor, refuse)
  for (const rows of [given.data, given.create, given.update]) refuseInRows(rows, refuse)

  const forced: Arguments = {}
  if (!operation.startsWith('create')) forced.where = owned(given.where ?? {}, projectId)
  if (operation.startsWith('create')) forced.data = owned(given.data, projectId)
  if (operation === 'upsert') forced.create = owned(given.create, projectId)
  return { ...args, ...forced }
}

function owned(rows: unknown, projectId: string): unknown {
  if (Array.isArray(rows)) return rows.map((row) => owned(row, projectId))
  return isObject(rows) ? { ...rows, projectId } : rows
}

function refuseInRows(rows: unknown, refuse: (value: unknown) => void): void {
  for (const row of Array.isArray(rows) ? rows : [rows]) if (isObject(row)) refuse(row.projectId)
}

function refuseInFilter(filter: unknown, refuse: (value: unknown) => void): void {
  if (Array.isArray(filter)) for (const part of filter) refuseInFilter(part, refuse)
  if (!isObject(filter)) return
  refuse(filter.projectId)
  for (const part of Object.values(filter)) refuseInFilter(part, refuse)
}
