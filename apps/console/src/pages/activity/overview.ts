import type { Answer } from '../../api/client.ts'

export type Overview = Answer<'activity_overview'>
