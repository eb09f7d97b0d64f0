import type { ProtectedResource } from '@signet/contracts'
import { ChangeButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StackChoice } from '../clients/stacks/choice.tsx'
import { fillForApi } from '../clients/stacks/fill.ts'
import { Snippet } from '../clients/stacks/snippet.tsx'
import { useChosenStack, useStacks } from '../clients/stacks/use-stacks.ts'

interface ApiGuideProps {
  readonly projectId: string
  readonly issuer: string
  readonly resource: ProtectedResource
  readonly refusal: string | null
}

export function ApiGuide({ projectId, issuer, resource, refusal }: ApiGuideProps) {
  const { stacks, notesOf } = useStacks('api')
  const { chosen, choose } = useChosenStack(stacks)
  if (stacks.length === 0) return null
  return (
    <Card title={t.clients.stacks.title} text={t.clients.stacks.apiText}>
      <StackChoice
        label={t.clients.stacks.library}
        stacks={stacks}
        chosen={chosen}
        onChoose={(stack) => choose(stack?.name ?? '')}
      />
      {chosen && resource.tokenFormat === 'opaque' && (
        <Notice tone="caution" title={t.clients.stacks.needsJwt} />
      )}
      {chosen && chosen.tokenProfile === 'plain' && resource.tokenProfile !== 'plain' && (
        <Notice tone="caution" title={t.clients.stacks.needsPlain}>
          <div className="mt-1">
            <ChangeButton
              operation="resource_update"
              input={{ projectId, resourceId: resource.identifier, tokenProfile: 'plain' }}
              refusal={refusal}
              size="sm"
              done={t.resources.saved}
            >
              {t.clients.stacks.correctApi}
            </ChangeButton>
          </div>
        </Notice>
      )}
      {chosen && (
        <Snippet
          stack={chosen}
          filled={fillForApi(chosen, { ...resource, issuer })}
          notes={notesOf(chosen)}
        />
      )}
    </Card>
  )
}
