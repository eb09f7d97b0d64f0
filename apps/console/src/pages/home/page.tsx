import { lazy, Suspense } from 'react'
import { useOperation } from '../../api/operation.ts'
import { AttentionList } from '../../components/attention.tsx'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Allowances } from './allowances.tsx'
import { Invitations } from './invitations.tsx'
import { OfInstance } from './of-instance.tsx'
import { FirstProject, NewestProjects } from './projects.tsx'
import { ProvisioningAttention } from './provisioning.tsx'
import { Approvals, Holds, ReadyKeys } from './waiting.tsx'

const AllRead = lazy(() => import('./all-read.tsx'))

/** Shows the most urgent group first. */
export function HomePage() {
  const whoami = useOperation('whoami', {})
  return (
    <Page title={t.home.title} text={t.home.text}>
      <div className="group grid grid-cols-1">
        <AttentionList label={t.home.begin}>
          <FirstProject can={whoami.can} />
        </AttentionList>
        <section
          aria-label={t.home.attention}
          className="rounded-xl bg-surface shadow-card ring-1 ring-line empty:hidden [ul:not(:empty)+&]:mt-4"
        >
          <Approvals />
          <Holds />
          <ProvisioningAttention />
          {whoami.superAdministrator && <OfInstance />}
          <Invitations />
          <Allowances whoami={whoami} />
          <ReadyKeys />
        </section>
        <Suspense>
          <AllRead />
        </Suspense>
      </div>
      <NewestProjects />
    </Page>
  )
}
