import { useOperationPage } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { UserSectionProps } from './user.ts'

/** Hidden without any code left. */
export function RecoveryCodes({ projectId, user, supportRefusal }: UserSectionProps) {
  const { data } = useOperationPage('project_user_passkey_list', { projectId, userId: user.id })
  const left = data?.recoveryCodesLeft ?? null
  if (left === null) return null
  return (
    <Card title={t.users.recoveryCodes} text={t.users.recoveryCodesText}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t.users.recoveryCodesLeft(String(left))}</p>
        <ConfirmButton
          label={t.users.removeRecoveryCodes}
          refusal={supportRefusal}
          operation="project_user_recovery_codes_delete"
          input={{ projectId, userId: user.id }}
          title={t.users.removeRecoveryCodesTitle(user.email)}
          confirmLabel={t.users.removeRecoveryCodes}
          done={t.users.recoveryCodesRemoved}
        >
          <p>{t.users.removeRecoveryCodesText}</p>
        </ConfirmButton>
      </div>
    </Card>
  )
}
