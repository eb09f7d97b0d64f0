import type { Client } from '@signet/contracts'
import { ChangeButton } from '../../../components/change-button.tsx'
import { t } from '../../../texts/index.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { presetOf } from '../values/presets.ts'
import { StackChoice } from './choice.tsx'
import { fillForApplication } from './fill.ts'
import { correctionOf, type Shortfall, shortfallsOf } from './shortfalls.ts'
import { Snippet } from './snippet.tsx'
import { useChosenStack, useStacks } from './use-stacks.ts'

interface StackGuideProps {
  readonly projectId: string
  readonly issuer: string
  readonly client: Client
  readonly refusal: string | null
}

export function StackGuide({ projectId, issuer, client, refusal }: StackGuideProps) {
  const { stacks, notesOf } = useStacks(presetOf(client))
  const { chosen, choose } = useChosenStack(stacks)
  if (stacks.length === 0) return null
  const shortfalls = chosen ? shortfallsOf(chosen, client) : []
  return (
    <Card title={t.clients.stacks.title} text={t.clients.stacks.text}>
      <StackChoice
        label={t.clients.stacks.library}
        stacks={stacks}
        chosen={chosen}
        onChoose={(stack) => choose(stack?.name ?? '')}
      />
      {chosen && shortfalls.length > 0 && (
        <Notice tone="caution" title={t.clients.stacks.lacks(chosen.title)}>
          <ul className="grid gap-1">
            {shortfalls.map((shortfall) => (
              <li key={shortfall.name}>{textOf(shortfall)}</li>
            ))}
          </ul>
          <div className="mt-2">
            <ChangeButton
              operation="client_update"
              input={{ projectId, clientId: client.clientId, ...correctionOf(shortfalls) }}
              refusal={refusal}
              size="sm"
              done={t.clients.saved}
            >
              {t.clients.stacks.correct}
            </ChangeButton>
          </div>
        </Notice>
      )}
      {chosen && (
        <Snippet
          stack={chosen}
          filled={fillForApplication(chosen, { ...client, issuer })}
          notes={notesOf(chosen)}
        />
      )}
    </Card>
  )
}

const textOf = ({ name, uri = '' }: Shortfall): string =>
  name === 'pkce' || name === 'idTokenClaims'
    ? t.clients.stacks.lacking[name]
    : t.clients.stacks.lacking[name](uri)
