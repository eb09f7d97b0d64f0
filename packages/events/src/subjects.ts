import { AuditSurface, AuditTargetType } from '@signet/contracts'
import * as z from 'zod'
import { type DurableEvent, defineEvent, defineSignal } from './define.ts'
import { deliveries, recordedFaults } from './names.ts'

/** Consumers read the entry's detail from the database. */
export const auditEntry = defineEvent({
  subject: 'audit.entry',
  version: 1,
  stream: 'AUDIT',
  payload: z.strictObject({
    entryId: z.string(),
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    targetType: AuditTargetType,
    targetId: z.string(),
    targetScope: z.string(),
    surface: AuditSurface.nullable(),
    projectId: z.string().nullable(),
  }),
})

/** Notifies a relying party that one session, or all sessions of a user, ended (OpenID Connect Back-Channel Logout 1.0). */
export const logoutNotice = defineEvent({
  subject: 'logout.notice',
  version: 1,
  ...deliveries.logoutNotice,
  payload: z.strictObject({
    projectId: z.string(),
    clientId: z.string(),
    /** Values at the end of the session, which later changes of address or account must not alter. */
    issuer: z.string(),
    sub: z.string(),
    sid: z.string().nullable(),
    at: z.iso.datetime(),
  }),
})

/** A user answered a backchannel request of an application in ping mode (CIBA Core 1.0, 10.2). */
export const cibaPing = defineEvent({
  subject: 'ciba.ping',
  version: 1,
  ...deliveries.cibaPing,
  payload: z.strictObject({
    projectId: z.string(),
    /** The row of this stored key contains the sealed ping. */
    requestKey: z.string(),
  }),
})

/** One occurrence; the error store counts equal ones. */
export const faultOccurred = defineEvent({
  subject: 'fault.occurred',
  version: 1,
  stream: 'FAULTS',
  payload: z.strictObject({
    fingerprint: z.string(),
    errorCode: z.string(),
    message: z.string(),
    stack: z.string().nullable(),
    route: z.string().nullable(),
    surface: z.string().nullable(),
    service: z.string(),
    status: z.number().int().nullable(),
    clientId: z.string().nullable(),
    actor: z.string().nullable(),
    reference: z.string(),
    at: z.iso.datetime(),
    requestId: z.string().nullable(),
    release: z.string().nullable(),
    instance: z.string().nullable(),
    /** Missing in messages of the previous release. */
    origin: z.string().nullable().default(null),
  }),
})

export const faultsDropped = defineEvent({
  subject: 'fault.dropped',
  version: 1,
  stream: 'FAULTS',
  payload: z.strictObject({ service: z.string(), count: z.number().int().positive() }),
})

/** The sender may drop these occurrences or drop reports: their effects are recorded. */
export const faultsRecorded = defineSignal({
  ...recordedFaults,
  payload: z.strictObject({ ids: z.array(z.string()) }),
})

/** Warms caches of the project's provider; has no other effect. */
export const changeProject = defineSignal({
  subject: 'change.project',
  version: 1,
  payload: z.strictObject({ projectId: z.string(), version: z.number().int() }),
})

/** Warms caches; has no other effect. */
export const changeInstance = defineSignal({
  subject: 'change.instance',
  version: 1,
  payload: z.strictObject({ version: z.number().int() }),
})

const outboxEvents: readonly DurableEvent[] = [
  auditEntry,
  logoutNotice,
  cibaPing,
  faultOccurred,
  faultsDropped,
]

/** Undefined for a subject unknown to this release. */
export const eventOfSubject = (subject: string): DurableEvent | undefined =>
  outboxEvents.find(({ pattern }) => subject.startsWith(pattern.slice(0, -1)))
