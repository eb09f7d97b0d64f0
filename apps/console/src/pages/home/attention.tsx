import { useOperation } from '../../api/operation.ts'
import { AttentionSection } from '../../components/attention-group.tsx'
import { t } from '../../texts/index.ts'
import { AllRead } from './all-read.tsx'
import { Allowances } from './allowances.tsx'
import { Invitations } from './invitations.tsx'
import { OfInstance, UndeliveredMessages } from './of-instance.tsx'
import { ProvisioningAttention } from './provisioning.tsx'
import { Approvals, Holds, ReadyKeys } from './waiting.tsx'

/** Shows the most urgent group first. */
export function Attention() {
  const whoami = useOperation('whoami', {})
  return (
    <>
      <AttentionSection title={t.home.attention}>
        <Approvals />
        <Holds />
        {whoami.superAdministrator && <UndeliveredMessages />}
        <ProvisioningAttention />
        {whoami.superAdministrator && <OfInstance />}
        <Invitations />
        <Allowances whoami={whoami} />
        <ReadyKeys />
      </AttentionSection>
      <AllRead />
    </>
  )
}
