import type { z } from 'zod'
import type { Access } from './access.ts'
import type { AuditTargetType } from './audit-targets.ts'
import type { DeclaredEffects } from './effects.ts'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Common {
  /** The specification's tool name; for console-only operations, which are no tools, a name in the same form. */
  readonly tool: string
  /** Method and path beneath `/admin/api`; parameters are named as the fields of `input` that fill them. */
  readonly route: `${Method} /${string}`
  /** A few words for a menu. */
  readonly title: string
  /** One sentence for people and agents. */
  readonly description: string
  /** One flat, closed object: path parameters by name, the rest goes to the query (GET) or the body. */
  readonly input: z.ZodObject
  readonly answer: z.ZodObject
  /** Where the fields beside the path travel. Without it: the query for GET and DELETE, otherwise the body. */
  readonly fieldsIn?: 'body'
  /** The change is taken even while its project is scheduled for deletion (restore and purge). */
  readonly whileScheduled?: 'taken'
  /** HTTP status of success; 204 follows from `answer: Nothing`, otherwise 200. */
  readonly status?: 201 | 202
  readonly access: Access
  /** Effects on the security of the instance: an agent's policy names the effects that a person approves. */
  readonly effects: DeclaredEffects
  /** Refusals of its own; what every operation may answer is added by `errorsOf`. */
  readonly errors: readonly ErrorCode[]
  readonly example: Readonly<Record<string, unknown>>
}

interface Audited {
  readonly action: string
  readonly target: AuditTargetType
}

/**
 * Preview-confirm: without `confirm: true` nothing changes and `preview` is answered. `previewStatus` is 409 where
 * the specification calls the first answer a conflict.
 */
interface Previewed {
  readonly preview?: z.ZodObject
  readonly previewStatus?: 409
}

export interface ReadOperation extends Common {
  readonly kind: 'read'
}

export interface WriteOperation extends Common, Previewed {
  readonly kind: 'write'
  readonly audit: Audited
}

export interface HighConsequenceOperation extends Common, Previewed {
  readonly kind: 'high_consequence'
  readonly audit: Audited
  /** What cannot be taken back, in one sentence; shown to an agent before it may confirm. */
  readonly consequence: string
}

export interface ConsoleOnlyOperation extends Common {
  readonly kind: 'console_only'
  /** null: the specification lists no audit action for it (reads, logout, scope switch). */
  readonly audit: Audited | null
}

export type Operation = ReadOperation | WriteOperation | HighConsequenceOperation | ConsoleOnlyOperation

/** An operation that agents may call: one tool each. */
export type ToolOperation = Exclude<Operation, ConsoleOnlyOperation>

export const isTool = (operation: Operation): operation is ToolOperation => operation.kind !== 'console_only'

/**
 * Whether an agent's call may have to be confirmed: every change, because a policy can ask about every change.
 */
export const takesConfirmation = (operation: Operation): boolean =>
  operation.kind === 'write' || operation.kind === 'high_consequence'

/** The schema of what is answered in place of the change, for preview-confirm operations. */
export const previewOf = (operation: Operation): z.ZodObject | undefined =>
  operation.kind === 'write' || operation.kind === 'high_consequence' ? operation.preview : undefined

export type InputOf<O extends Operation> = z.output<O['input']>
/** What a caller sends: defaults not yet filled in. */
export type RequestOf<O extends Operation> = z.input<O['input']>
export type AnswerOf<O extends Operation> = z.input<O['answer']>
export type PreviewOf<O extends Operation> = O extends { preview: infer P extends z.ZodObject }
  ? z.input<P>
  : never

/** Declares an operation. An identity function: its type is the law, so an omission does not compile. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation
