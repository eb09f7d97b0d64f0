import type { z } from 'zod'
import { isWorkQueue, type StreamName } from './streams.ts'

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
  processedBy: 'store' | 'effect'
  /** The one consumer of an event in a work queue; undefined where any number may consume. */
  consumer: string | undefined
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

type DurableFacts<Payload extends AnyPayload> = EventFacts<Payload> &
  Pick<DurableEvent, 'stream'> & { consumer?: string }

/** The outbox waits for the effect of an event that one consumer works through, and for the stream of any other. */
export function defineEvent<Payload extends AnyPayload>(facts: DurableFacts<Payload>): DurableEvent<Payload> {
  const { stream, consumer } = facts
  if (isWorkQueue(stream) !== (consumer !== undefined))
    throw new Error(`${facts.subject}: an event of a work queue, and no other, names its one consumer.`)
  return { ...facts, ...address(facts), consumer, processedBy: isWorkQueue(stream) ? 'effect' : 'store' }
}

export const defineSignal = <Payload extends AnyPayload>(facts: EventFacts<Payload>): CoreEvent<Payload> =>
  address(facts)
