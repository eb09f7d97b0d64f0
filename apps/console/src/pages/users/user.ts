import type { Answer } from '../../api/client.ts'

export type UserAnswer = Answer<'project_user_get'>

export interface UserSectionProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
  /** Reason for which the caller may not reset credentials of the user, unlock the user or end sessions. */
  readonly supportRefusal: string | null
}

export interface UserStateProps extends UserSectionProps {
  readonly onSetPassword: () => void
}
