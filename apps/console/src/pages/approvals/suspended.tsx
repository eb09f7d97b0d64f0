import { useOperationPage } from '../../api/operation.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'

export function SuspendedAgents() {
  const suspensions = useOperationPage('agent_suspension_list', {}).data?.suspensions ?? []
  if (suspensions.length === 0) return null
  return (
    <Card title={t.approvals.suspended} text={t.approvals.suspendedText}>
      <Facts
        facts={suspensions.map(({ id, clientName }) => ({
          name: clientName,
          value: (
            <ChangeButton
              operation="agent_suspension_end"
              input={{ suspensionId: id }}
              refusal={null}
              done={t.approvals.resumed}
              size="sm"
            >
              {t.approvals.resume}
            </ChangeButton>
          ),
        }))}
      />
    </Card>
  )
}
