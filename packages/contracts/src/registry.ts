import { operationsOf } from './nouns.ts'
import type { Operation } from './operation.ts'

export const operations = {
  ...operationsOf.sessions,
  ...operationsOf.projects,
  ...operationsOf.resources,
  ...operationsOf.clients,
  ...operationsOf.users,
  ...operationsOf.providers,
  ...operationsOf.directories,
  ...operationsOf.groups,
  ...operationsOf.keys,
  ...operationsOf.administrators,
  ...operationsOf.teams,
  ...operationsOf.activity,
  ...operationsOf.settings,
  ...operationsOf.mail,
  ...operationsOf.plans,
  ...operationsOf.audit,
  ...operationsOf.faults,
  ...operationsOf.agents,
  ...operationsOf.approvals,
  ...operationsOf['secret-reveals'],
  ...operationsOf['service-accounts'],
  ...operationsOf.search,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

/** Sorted: the order of a module's exports differs between Node, bundlers and test runners. */
export const operationList: readonly Operation[] = Object.values<Operation>(operations).sort((a, b) =>
  a.tool < b.tool ? -1 : 1,
)

export const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name)
