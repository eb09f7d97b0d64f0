export * from './delivery.ts'
export { editLetter } from './edited.ts'
export { type Letter, writeLetter } from './letter.ts'
export { type Counted, isMailLimit, mailLimits, uncountLetter } from './limits.ts'
export * from './mailer.ts'
export type { Message } from './message.ts'
export * from './messages/account-deleted.ts'
export * from './messages/agent-request.ts'
export * from './messages/already-registered.ts'
export * from './messages/approval-request.ts'
export * from './messages/expiry-notice.ts'
export * from './messages/proof.ts'
export * from './messages/sign-in-method.ts'
export * from './messages/team-invitation.ts'
export * from './messages/test.ts'
export { keepSignInMethodNotice } from './notice.ts'
export {
  dropLetter,
  keepLetter,
  type MessageKey,
  recordDelivery,
} from './outbox.ts'
export { renderHtml, renderText } from './render.ts'
export { defaultTexts, sampleMessage } from './sample.ts'
export * from './settings.ts'
