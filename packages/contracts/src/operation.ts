import type { z } from 'zod'
import type { Access } from './access.ts'
import type { AuditTargetType } from './audit-targets.ts'
import type { DeclaredEffects } from './effects.ts'
import type { ErrorCode } from './errors.ts'
import { type LabelledKind, labelInput, withLabelEffects } from './labels.ts'
import { Nothing } from './values.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Common {
  /** The specification's tool name; console-only operations have a name of the same form. */
  readonly tool: string
  /** Below `/admin/api`; parameters are named like the fields of `input`. */
  readonly route: `${Method} /${string}`
  /** Serves the console (infra/decisions). */
  readonly isBeyondSpecification?: true
  /** No tool of agents; the console and machines call it like any other operation. */
  readonly forPrograms?: true
  /** Machines may call a console-only operation with the scope `admin:high`; other agents may not. */
  readonly forMachines?: true
  /** A few words for a menu. */
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Flat and closed: path parameters by name, the other fields in the query or the body. */
  readonly input: z.ZodObject
  readonly answer: z.ZodObject
  /** Fields that are not in the path. Default: the query for GET and DELETE, otherwise the body. */
  readonly fieldsIn?: 'body'
  /** Allowed while its project is scheduled for deletion (restore and purge). */
  readonly whileScheduled?: 'taken'
  /** The read waits for the decision when the request prefers it. */
  readonly waitsForDecision?: true
  /** 204 follows from `answer: Nothing`, otherwise 200. */
  readonly status?: 201 | 202
  /** The operation creates, changes or reads such an object, and answers with its labels. */
  readonly labels?: LabelledKind
  readonly access: Access
  /** Decide whether an agent needs an approval. */
  readonly effects: DeclaredEffects
  /** `errorsOf` adds the common ones. */
  readonly errors: readonly ErrorCode[]
  readonly example: Readonly<Record<string, unknown>>
}

interface AuditFacts {
  readonly action: string
  readonly target: AuditTargetType
}

/**
 * Preview-confirm: without `confirm: true`, the operation changes nothing and returns `preview`. `previewStatus` is 409 if the
 * specification defines the first response as a conflict.
 */
interface PreviewFacts {
  readonly preview?: z.ZodObject
  readonly previewStatus?: 409
}

export interface ReadOperation extends Common {
  readonly kind: 'read'
}

export interface WriteOperation extends Common, PreviewFacts {
  readonly kind: 'write'
  readonly audit: AuditFacts
}

export interface HighConsequenceOperation extends Common, PreviewFacts {
  readonly kind: 'high_consequence'
  readonly audit: AuditFacts
  /** One sentence, shown to an agent before it may confirm. */
  readonly consequence: string
}

export interface ConsoleOnlyOperation extends Common, PreviewFacts {
  readonly kind: 'console_only'
  /** null: the specification defines no audit action (reads, logout, scope switch). */
  readonly audit: AuditFacts | null
}

export type Operation = ReadOperation | WriteOperation | HighConsequenceOperation | ConsoleOnlyOperation

export type ToolOperation = Exclude<Operation, ConsoleOnlyOperation>

export const isTool = (operation: Operation): operation is ToolOperation =>
  operation.kind !== 'console_only' && !operation.forPrograms

/** True for every change, because a policy can require an approval of every change. */
export const takesConfirmation = (operation: Operation): boolean =>
  operation.kind === 'write' || operation.kind === 'high_consequence'

export const canWait = (operation: Operation): boolean =>
  takesConfirmation(operation) || operation.waitsForDecision === true

/** The object is returned to a caller that prefers it. */
export const isDeletion = ({ route, answer }: Operation): boolean =>
  route.startsWith('DELETE ') && answer === Nothing

export const previewOf = (operation: Operation): z.ZodObject | undefined =>
  operation.kind === 'read' ? undefined : operation.preview

export type InputOf<O extends Operation> = z.output<O['input']>
/** A request, in which fields with defaults may be missing. */
export type RequestOf<O extends Operation> = z.input<O['input']>
export type AnswerOf<O extends Operation> = z.input<O['answer']>
export type PreviewOf<O extends Operation> = O extends { preview: infer P extends z.ZodObject }
  ? z.input<P>
  : never

type LabelInput = typeof labelInput

type TakesLabels = { readonly labels: LabelledKind } & (
  | { readonly route: `PATCH ${string}` }
  | { readonly status: 201 }
)

type Declared<O extends Operation> = O extends TakesLabels
  ? Omit<O, 'input'> & { readonly input: z.ZodObject<O['input']['shape'] & LabelInput, z.core.$strict> }
  : O

/** True when the operation creates the object or changes its fields. */
export const takesLabels = ({ labels, route, status }: Operation): boolean =>
  labels !== undefined && (route.startsWith('PATCH ') || status === 201)

/** Adds the fields of labels to the input of a creation or a change. */
export const defineOperation = <const O extends Operation>(operation: O): Declared<O> =>
  (takesLabels(operation)
    ? {
        ...operation,
        input: operation.input.safeExtend(labelInput),
        effects: withLabelEffects(operation.effects, operation.kind === 'high_consequence'),
      }
    : operation) as Declared<O>
