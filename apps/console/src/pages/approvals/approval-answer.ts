import type { Answer } from '../../api/client.ts'

/** An approval as its page reads it. */
export type ApprovalAnswer = Answer<'approval_get'>
