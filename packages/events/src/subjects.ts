import { AuditSurface, AuditTargetType } from '@signet/contracts'
import * as z from 'zod'
import { type DurableEvent, defineEvent, defineSignal } from './define.ts'

/** An audit entry was written; its detail is read from the database. */
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

/** One relying party must hear that one session, or all of a person's, ended (OpenID Connect Back-Channel Logout 1.0). */
export const logoutNotice = defineEvent({
  subject: 'logout.notice',
  version: 1,
  stream: 'LOGOUT',
  consumer: 'logout-delivery',
  payload: z.strictObject({
    projectId: z.string(),
    clientId: z.string(),
    /** As they were when the session ended: a later change of address or account must not alter them. */
    issuer: z.string(),
    sub: z.string(),
    sid: z.string().nullable(),
    at: z.iso.datetime(),
  }),
})

/** A person answered a backchannel request of an application that wants to be told (CIBA Core 1.0, 10.2). */
export const cibaPing = defineEvent({
  subject: 'ciba.ping',
  version: 1,
  stream: 'CIBA',
  consumer: 'ciba-ping',
  payload: z.strictObject({
    projectId: z.string(),
    /** The stored key of the request: what the ping says is sealed there. */
    requestKey: z.string(),
  }),
})

/** An internal defect showed itself once; the error store counts equal ones. */
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
    /** Absent in messages of the release before. */
    origin: z.string().nullable().default(null),
  }),
})

/** A process had to drop occurrences of faults; the count of the list says so. */
export const faultsDropped = defineEvent({
  subject: 'fault.dropped',
  version: 1,
  stream: 'FAULTS',
  payload: z.strictObject({ service: z.string(), count: z.number().int().positive() }),
})

/** The effects of these occurrences, or reports of dropped ones, are recorded: their sender need not keep them. */
export const faultsRecorded = defineSignal({
  subject: 'change.faults',
  version: 1,
  payload: z.strictObject({ ids: z.array(z.string()) }),
})

/** Something a running provider holds of a project changed; only warms caches. */
export const changeProject = defineSignal({
  subject: 'change.project',
  version: 1,
  payload: z.strictObject({ projectId: z.string(), version: z.number().int() }),
})

/** Something of the instance changed; only warms caches. */
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

/** The event a concrete subject belongs to; undefined for one that this release does not know. */
export const eventOfSubject = (subject: string): DurableEvent | undefined =>
  outboxEvents.find(({ pattern }) => subject.startsWith(pattern.slice(0, -1)))
