import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { useChange } from '../../components/change-button.tsx'
import { BrandMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProviderBadges } from './badges.tsx'
import { ClientCertificate } from './certificate.tsx'
import { enablingOf } from './changes.tsx'
import { accountFacts, registeredFacts, signInFacts } from './facts.tsx'
import { PendingChange } from './pending-change.tsx'
import { SetUpSteps } from './set-up.tsx'
import { ProviderSettings } from './settings.tsx'
import { kindOf, type Provider } from './texts.ts'
import { TrialResult, TryButton } from './trial.tsx'

export function ProviderPage() {
  const one = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  return <ProviderObject key={one.providerId} {...one} />
}

function ProviderObject({ projectId, providerId }: { projectId: string; providerId: string }) {
  const project = useOperation('project_get', { projectId })
  const provider = useOperation('federation_provider_get', { projectId, providerId })
  const [tryRef, setTryRef] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const notes = [
    ...provider.hiddenBecause.map((reason) => t.providers.hiddenBecause[reason]),
    ...provider.signInWarnings.map((warning) => t.providers.warnings[warning]),
  ]
  const refusal = refusalFor(project, 'edit')
  const enabling = enablingOf(projectId, { provider, refusal })
  const enable = useChange(enabling)
  return (
    <ObjectPage
      title={provider.displayName}
      mark={<BrandMark brand={provider.recognised?.catalogueId} name={provider.displayName} size="title" />}
      kind={t.nav.provider}
      subtitle={kindOf(provider) === provider.displayName ? undefined : kindOf(provider)}
      id={provider.id}
      badges={<ProviderBadges provider={provider} />}
      actions={<TryButton provider={provider} refusal={refusal} onBegin={setTryRef} />}
      menu={[
        { text: enabling.label, refusal, onAction: enable.change },
        { danger: true, text: t.providers.deleteLabel, refusal, opens: 'federation_provider_delete' },
      ]}
      notices={
        <>
          {enable.confirmation}
          {tryRef && <TrialResult providerId={providerId} tryRef={tryRef} onPass={() => setTried(true)} />}
          <PendingChange provider={provider} refusal={refusal} />
          {notes.length > 0 && (
            <Notice tone="caution" title={t.providers.whatPeopleSee}>
              <ul className="grid list-disc gap-1 pl-4">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </Notice>
          )}
        </>
      }
      tabs={[
        {
          id: 'overview',
          title: t.common.overview,
          content: <Overview projectId={projectId} provider={provider} refusal={refusal} isTried={isTried} />,
        },
        {
          id: 'settings',
          title: t.nav.settings,
          content: <ProviderSettings projectId={projectId} provider={provider} refusal={refusal} />,
        },
      ]}
      labels={{
        object: provider,
        operation: 'federation_provider_update',
        at: { projectId, providerId },
        refusal: refusal,
      }}
      timeline={{ project: projectId, provider: providerId }}
    />
  )
}

interface OverviewProps {
  readonly projectId: string
  readonly isTried: boolean
  readonly provider: Provider
  readonly refusal: string | null
}

/** The guide is closed after the first sign-in, the first linked user or a successful trial. */
function Overview({ projectId, provider, refusal, isTried }: OverviewProps) {
  const isSetUp = isTried || provider.lastSignInAt !== null || provider.linkedUsers > 0
  return (
    <OverviewColumns
      facts={
        <>
          <Card title={t.providers.signIns}>
            <Facts stacked facts={signInFacts(provider)} />
          </Card>
          <Card title={t.providers.whose}>
            <Facts stacked facts={accountFacts(provider)} />
          </Card>
        </>
      }
    >
      <Card title={t.providers.registered}>
        <Facts facts={registeredFacts(provider)} />
      </Card>
      <ClientCertificate provider={provider} refusal={refusal} />
      <SetUpSteps isOpen={!isSetUp} projectId={projectId} provider={provider} />
    </OverviewColumns>
  )
}
