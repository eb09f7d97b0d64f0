import { mcpMetadata, mcpMetadataAddress, mcpServerCode, type ProtectedResource } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { FoldedCode } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'

export function McpGuide({
  resource,
  issuer,
}: {
  readonly resource: ProtectedResource
  readonly issuer: string
}) {
  const server = { identifier: resource.identifier, scopes: resource.scopes, issuer }
  return (
    <Card title={t.resources.mcp} text={t.resources.mcpText}>
      <Facts
        facts={[
          {
            name: t.resources.metadataAddress,
            value: (
              <CopyValue value={mcpMetadataAddress(resource.identifier)} what={t.resources.metadataAddress} />
            ),
          },
        ]}
      />
      <FoldedCode
        summary={t.resources.metadata}
        what={t.resources.metadata}
        code={JSON.stringify(mcpMetadata(server), null, 2)}
      />
      {resource.tokenFormat === 'jwt' && (
        <FoldedCode summary={t.resources.verify} what={t.resources.verify} code={mcpServerCode(server)} />
      )}
    </Card>
  )
}
