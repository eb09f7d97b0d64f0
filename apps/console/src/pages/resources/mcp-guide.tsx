import { mcpMetadata, mcpMetadataAddress, mcpServerCode, type ProtectedResource } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

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
      <div className="grid grid-cols-1 gap-1.5">
        <p className="text-sm wrap-anywhere text-quiet">
          {t.resources.metadataText(mcpMetadataAddress(resource.identifier))}
        </p>
        <CodeBlock what={t.resources.metadata} code={JSON.stringify(mcpMetadata(server), null, 2)} />
      </div>
      {resource.tokenFormat === 'jwt' && <CodeBlock what={t.resources.verify} code={mcpServerCode(server)} />}
    </Card>
  )
}
