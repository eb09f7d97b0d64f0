import type { Answer } from '../../api/client.ts'

export type ApprovalAnswer = Answer<'approval_get'>
