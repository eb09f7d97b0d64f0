export { type Actor, type ActorFormName, actorForms, actors, currentName, formOfActor } from './actors.ts'
export { type AuditRecord, recordAudit, recordOutcome } from './audit.ts'
export { type ConnectNatsOptions, connectNats, type Nats } from './connect.ts'
export {
  type ConsumerOptions,
  type Delivery,
  GiveUp,
  startConsumer,
} from './consume.ts'
export {
  type CoreEvent,
  type DurableEvent,
  defineEvent,
  defineSignal,
  type PayloadOf,
} from './define.ts'
export { startFaults } from './faults.ts'
export { enqueue, outboxAge, outboxInsert, outboxSize } from './outbox.ts'
export { type NatsUserName, natsAuthorization, natsUsers } from './permissions.ts'
export { publish } from './publish.ts'
export { type Relay, type RelayOptions, startRelay } from './relay.ts'
export { replay } from './replay.ts'
export { onSignal, sendSignal } from './signal.ts'
export { ensureStreams } from './streams.ts'
export {
  auditEntry,
  changeInstance,
  changeProject,
  cibaPing,
  faultOccurred,
  faultsDropped,
  faultsRecorded,
  logoutNotice,
} from './subjects.ts'
