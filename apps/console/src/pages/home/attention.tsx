import { useOperation } from '../../api/operation.ts'
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
      <section
        aria-label={t.home.attention}
        className="rounded-xl bg-surface shadow-card ring-1 ring-line empty:hidden [ul:not(:empty)+&]:mt-4"
      >
        <Approvals />
        <Holds />
        {whoami.superAdministrator && <UndeliveredMessages />}
        <ProvisioningAttention />
        {whoami.superAdministrator && <OfInstance />}
        <Invitations />
        <Allowances whoami={whoami} />
        <ReadyKeys />
      </section>
      <AllRead />
    </>
  )
}
