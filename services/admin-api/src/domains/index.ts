import { type OperationName, type Operations, operations } from '@signet/contracts'
import type { Handler } from '../implement.ts'
import { handlers as printedHandlers } from './handlers.ts'

type Handlers = { readonly [Name in keyof Operations]: Handler<Operations[Name]> }

/** Does not compile while an operation has no handler. */
export const handlers: Handlers = printedHandlers

export const operationNames = Object.keys(operations) as OperationName[]
