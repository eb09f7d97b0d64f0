import type { ReactNode } from 'react'
import { ChangeButton } from '../../components/change-button.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Activation } from './activation.tsx'
import { Unlock } from './unlock.tsx'
import type { UserAnswer, UserStateProps } from './user.ts'

interface RemedyProps extends UserStateProps {
  readonly obstacle: UserAnswer['signIn']['blockedBy'][number]
}

export function Remedy({ obstacle, ...props }: RemedyProps): ReactNode {
  const { projectId, user, refusal, supportRefusal, onSetPassword } = props
  switch (obstacle) {
    case 'locked':
      return <Unlock {...props} />
    case 'deactivated':
      return <Activation {...props} />
    case 'deactivated_by_directory':
      return user.managedBy === 'console' ? null : (
        <ButtonLink size="sm" {...paths.directory(projectId, user.managedBy)}>
          {t.users.state.toDirectory}
        </ButtonLink>
      )
    case 'unverified':
      return (
        <ChangeButton
          size="sm"
          operation="project_user_verification_send"
          input={{ projectId, userId: user.id }}
          refusal={refusal}
          done={({ email }) => t.users.sentTo(email)}
        >
          {t.users.sendVerification}
        </ChangeButton>
      )
    case 'project_scheduled_for_deletion':
    case 'password_sign_in_off':
      return (
        <ButtonLink
          size="sm"
          {...paths.projectSettings(projectId)}
          hash={obstacle === 'password_sign_in_off' ? 'sign-in' : 'deletion'}
        >
          {t.users.state.toSettings}
        </ButtonLink>
      )
    default:
      return (
        <Permitted size="sm" refusal={supportRefusal} onPress={onSetPassword}>
          {t.users.setPassword}
        </Permitted>
      )
  }
}
