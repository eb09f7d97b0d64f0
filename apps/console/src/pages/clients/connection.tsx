import type { Project } from '@signet/contracts'
import { environmentOf } from '../../components/secret-once.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { CodeBlock, FoldedCode } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { clientIdToCome, firstRequest } from './values/connection-code.ts'
import type { PresetName } from './values/presets.ts'

interface ConnectionProps {
  /** Shows each name above its value, for a narrow column. */
  readonly stacked?: boolean
  readonly project: Project
  readonly kind: PresetName
  readonly clientId?: string
  readonly redirectUris: readonly string[]
  readonly scope: string
}

export function Connection({
  project,
  kind,
  clientId,
  redirectUris,
  scope,
  stacked = false,
}: ConnectionProps) {
  const { issuer, discoveryUrl } = project
  if (!issuer || !discoveryUrl) return null
  const texts = t.clients.connection
  const code = clientId === undefined ? null : firstRequest(kind, { issuer, clientId, redirectUris, scope })
  // A library composes the address of a sign-in; a machine and a device can copy their request.
  const isCopied = kind === 'machine' || kind === 'device'
  return (
    <>
      <Card title={texts.values} text={texts.valuesText}>
        <Facts
          stacked={stacked}
          facts={[
            { name: t.projects.issuer, value: <CopyValue value={issuer} what={t.projects.issuer} /> },
            {
              name: t.projects.discovery,
              value: <CopyValue value={discoveryUrl} what={t.projects.discovery} />,
            },
            ...(clientId
              ? [{ name: t.common.clientId, value: <CopyValue value={clientId} what={t.common.clientId} /> }]
              : []),
          ]}
        />
        <CodeBlock
          what={t.common.environment}
          isScrolled
          code={environmentOf({ issuer, clientId: clientId ?? clientIdToCome })}
        />
        {code && !isCopied && <FoldedCode summary={texts.tryIt} what={texts.tryTexts[kind]} code={code} />}
      </Card>
      {code && isCopied && (
        <Card title={texts.tryIt} text={texts.tryTexts[kind]}>
          <CodeBlock what={texts.tryIt} code={code} />
        </Card>
      )}
    </>
  )
}
