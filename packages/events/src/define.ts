import type { z } from 'zod'
import { patternOf, prefixOf, type StreamName } from './names.ts'
import { isWorkQueue } from './streams.ts'

/** Contains ids and the facts that a consumer needs, never secrets or profile data. */
type AnyPayload = Record<string, unknown>

interface EventFacts<Payload extends AnyPayload> {
  /** Dotted, such as `audit.entry`. */
  subject: string
  /** Incremented when a changed payload would be misread by an older consumer. */
  version: number
  payload: z.ZodType<Payload>
}

interface EventAddress<Payload extends AnyPayload> extends EventFacts<Payload> {
  /** Pattern for consumers; matches every project. */
  pattern: string
  /** `signet.<subject>.v<version>.<project id, or instance>`. */
  subjectFor(payload: Payload): string
}

/** Delivered at least once from a JetStream stream. */
export interface DurableEvent<Payload extends AnyPayload = AnyPayload> extends EventAddress<Payload> {
  stream: StreamName
  /**
   * The outbox row is deleted once JetStream has stored the message, or only when a consumer has recorded its effect, so that the event
   * survives a lost store.
   */
  processedBy: 'store' | 'effect'
  /** Set for a work queue; other streams have any number of consumers. */
  consumer: string | undefined
}

/** Sent on core NATS: only connected subscribers receive it. */
export type CoreEvent<Payload extends AnyPayload = AnyPayload> = EventAddress<Payload>

export type PayloadOf<Event extends { payload: z.ZodType }> = z.output<Event['payload']>

const INSTANCE = 'instance'

function address<Payload extends AnyPayload>(facts: EventFacts<Payload>): EventAddress<Payload> {
  const prefix = prefixOf(facts)
  return {
    ...facts,
    pattern: patternOf(facts),
    subjectFor: ({ projectId }) => `${prefix}.${typeof projectId === 'string' ? projectId : INSTANCE}`,
  }
}

type DurableFacts<Payload extends AnyPayload> = EventFacts<Payload> &
  Pick<DurableEvent, 'stream'> & { consumer?: string }

export function defineEvent<Payload extends AnyPayload>(facts: DurableFacts<Payload>): DurableEvent<Payload> {
  const { stream, consumer } = facts
  if (isWorkQueue(stream) !== (consumer !== undefined))
    throw new Error(
      `${facts.subject}: an event names its consumer if and only if its stream is a work queue.`,
    )
  return { ...facts, ...address(facts), consumer, processedBy: isWorkQueue(stream) ? 'effect' : 'store' }
}

export const defineSignal = <Payload extends AnyPayload>(facts: EventFacts<Payload>): CoreEvent<Payload> =>
  address(facts)
