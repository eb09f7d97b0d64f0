import { type LabelledKind, type Operation, placementOf } from '@signet/contracts'
import type { Executor } from '@signet/db'
import {
  type AnyContext,
  type AnyRead,
  type AnyWrite,
  changesDetail,
  givenFields,
  type Input,
  namesNothing,
  type PreparedChange,
} from '../implement.ts'
import {
  areLabelsUnused,
  areLabelsUsed,
  type LabelChange,
  noLabels,
  readLabels,
  refOf,
  type StoredLabels,
  writeLabels,
} from './store.ts'

interface LabelledChange extends PreparedChange {
  readonly own: PreparedChange
}

/**
 * Operations that declare a kind of object write and audit `labels` and `managedByTool` with the change, and every answer about the
 * object has them. The handlers themselves do not see them.
 */
export const withLabels = <Handlers extends Readonly<Record<string, object>>>(
  operations: Readonly<Record<string, Operation>>,
  handlers: Handlers,
): Readonly<Record<keyof Handlers, AnyRead | AnyWrite>> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      labelled(operations[name], handler as AnyRead | AnyWrite),
    ]),
  ) as Readonly<Record<keyof Handlers, AnyRead | AnyWrite>>

function labelled(operation: Operation | undefined, handler: AnyRead | AnyWrite): AnyRead | AnyWrite {
  const kind = operation?.labels
  if (!kind) return handler
  if ('read' in handler)
    return {
      async read(context, input) {
        const answer = await handler.read(context, input)
        return areLabelsUnused(context.settings)
          ? answer
          : addLabels(context.deps.keyLookupPool, context, kind, answer)
      },
    }
  return labelledWrite(operation, kind, handler)
}

function labelledWrite(operation: Operation, kind: LabelledKind, handler: AnyWrite): AnyWrite {
  const { preview, lock, after } = handler
  return {
    ...handler,
    async prepare(context, input) {
      const { fields, change } = separate(input)
      const own = await handler.prepare(context, fields)
      if (change === noChange) return { ...own, own }
      const detail = await detailOf({ operation, kind, context, input, own }, change)
      return {
        ...own,
        own,
        ...(own.unchanged === undefined ? {} : { unchanged: own.unchanged && namesNothing(detail) }),
        target: {
          ...own.target,
          ...(namesNothing(detail) ? {} : { detail: { ...own.target.detail, ...detail } }),
        },
      }
    },
    ...(preview && {
      preview: (sql, context, input, prepared) =>
        preview(sql, context, separate(input).fields, ownOf(prepared)),
    }),
    ...(lock && {
      lock: (tx, context, input, prepared) => lock(tx, context, separate(input).fields, ownOf(prepared)),
    }),
    async apply(tx, context, input, prepared, locked) {
      const { fields, change } = separate(input)
      const answer = await handler.apply(tx, context, fields, ownOf(prepared), locked)
      if (change === noChange)
        return areLabelsUnused(context.settings) ? answer : addLabels(tx.sql, context, kind, answer)
      const object = refOf(kind, context.project?.id ?? null, Object(answer))
      return { ...Object(answer), ...toMembers(await writeLabels(tx.sql, object, change)) }
    },
    ...(after && {
      after: (context, input, prepared, answer) =>
        after(context, separate(input).fields, ownOf(prepared), answer),
    }),
  }
}

const ownOf = (prepared: PreparedChange): PreparedChange => (prepared as LabelledChange).own

const noChange: LabelChange = {}

function separate(input: Input): { readonly fields: Input; readonly change: LabelChange } {
  if (input.labels === undefined && input.managedByTool === undefined)
    return { fields: input, change: noChange }
  const { labels, managedByTool, ...fields } = input
  return { fields, change: givenFields({ labels, managedByTool }) as LabelChange }
}

interface PreparedCall {
  readonly operation: Operation
  readonly kind: LabelledKind
  readonly context: AnyContext
  readonly input: Input
  readonly own: PreparedChange
}

/** Each changed field has its old and new value. */
async function detailOf(call: PreparedCall, change: LabelChange): Promise<object> {
  const { operation, kind, context, input, own } = call
  const { method, params } = placementOf(operation)
  if (method === 'POST') return change
  // The path names an API in one of several spellings, and the audit entry of a provider its project.
  const id = kind === 'api' ? own.target.id : String(input[params.at(-1) ?? ''])
  const object = { kind, projectId: kind === 'project' ? id : (context.project?.id ?? null), id }
  return changesDetail((await readLabels(context.deps.database, object)) ?? noLabels, change)
}

async function addLabels(
  executor: Executor,
  { project, settings }: AnyContext,
  kind: LabelledKind,
  answer: unknown,
): Promise<unknown> {
  if (!(await areLabelsUsed(executor, settings))) return answer
  const stored = await readLabels(executor, refOf(kind, project?.id ?? null, Object(answer)))
  return stored ? { ...Object(answer), ...toMembers(stored) } : answer
}

/** Omits labels and a tool that the object does not have. */
export const toMembers = ({ labels, managedByTool }: StoredLabels): object => ({
  ...(namesNothing(labels) ? {} : { labels }),
  ...(managedByTool === null ? {} : { managedByTool }),
})
