import type { z } from 'zod'
import type { StreamName } from './streams.ts'

/** Payloads carry ids and what is needed to act, never secrets or profile data (R13). */
type AnyPayload = Record<string, unknown>

interface EventFacts<Payload extends AnyPayload> {
  /** Dotted name, such as `audit.entry`. */
  subject: string
  /** Raised when a payload changes so that an older reader would misread it. */
  version: number
  payload: z.ZodType<Payload>
}

interface Addressed<Payload extends AnyPayload> extends EventFacts<Payload> {
  /** What a consumer subscribes to: every project's. */
  pattern: string
  /** `signet.<subject>.v<version>.<project id, or instance>`. */
  subjectFor(payload: Payload): string
}

/** An event in a JetStream stream, delivered at least once. */
export interface DurableEvent<Payload extends AnyPayload = AnyPayload> extends Addressed<Payload> {
  stream: StreamName
  /**
   * When the outbox forgets it: once JetStream has stored it, or only when a consumer has recorded its effect, so that
   * not even a lost store loses it.
   */
  settledBy: 'store' | 'effect'
}

/** A message on core NATS: whoever is not listening misses it. */
export type CoreEvent<Payload extends AnyPayload = AnyPayload> = Addressed<Payload>

export type PayloadOf<Event extends { payload: z.ZodType }> = z.output<Event['payload']>

const INSTANCE = 'instance'

function address<Payload extends AnyPayload>(facts: EventFacts<Payload>): Addressed<Payload> {
  const prefix = `signet.${facts.subject}.v${facts.version}`
  return {
    ...facts,
    pattern: `${prefix}.*`,
    subjectFor: ({ projectId }) => `${prefix}.${typeof projectId === 'string' ? projectId : INSTANCE}`,
  }
}

export const defineEvent = <Payload extends AnyPayload>(
  facts: EventFacts<Payload> & Pick<DurableEvent, 'stream' | 'settledBy'>,
): DurableEvent<Payload> => ({ ...facts, ...address(facts) })

export const defineSignal = <Payload extends AnyPayload>(facts: EventFacts<Payload>): CoreEvent<Payload> =>
  address(facts)
