import type { Answer } from '../../api/client.ts'

export type UserAnswer = Answer<'project_user_get'>

export interface UserSectionProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
}
