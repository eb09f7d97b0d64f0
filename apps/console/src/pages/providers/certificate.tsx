import { useParams } from '@tanstack/react-router'
import { ConfirmButton } from '../../components/change-button.tsx'
import { saveFile } from '../../components/save-file.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { FoldedCode } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Provider } from './texts.ts'

const texts = t.providers.certificate

interface CertificateProps {
  readonly provider: Provider
  readonly refusal: string | null
}

type Certificate = NonNullable<Provider['clientCertificate']>

const factsOf = ({ certificate, subject, sha256, expiresOn, formerSha256 }: Certificate): Fact[] => [
  { name: texts.subject, value: <CopyValue isWhole value={subject} what={texts.subject} /> },
  { name: texts.thumbprint, value: <CopyValue isWhole value={sha256} what={texts.thumbprint} /> },
  { name: texts.ends, value: <RelativeTime at={`${expiresOn}T00:00:00.000Z`} /> },
  ...(formerSha256
    ? [
        {
          name: texts.formerThumbprint,
          value: <CopyValue isWhole value={formerSha256} what={texts.formerThumbprint} />,
        },
      ]
    : []),
  { name: texts.pem, value: <FoldedCode code={certificate} what={texts.pem} /> },
]

export function ClientCertificate({ provider, refusal }: CertificateProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { id, clientCertificate } = provider
  if (!clientCertificate) return null
  const isInUse = provider.clientAuthentication.endsWith('tls_client_auth')
  return (
    <Card title={texts.title} text={clientCertificate.formerSha256 ? texts.former : texts.text}>
      <Facts facts={factsOf(clientCertificate)} />
      <div className="flex flex-wrap gap-2">
        <Button
          onPress={() => saveFile(clientCertificate.certificate, 'application/x-pem-file', `${id}.pem`)}
        >
          {texts.download}
        </Button>
        {isInUse && clientCertificate.selfSigned && (
          <ConfirmButton
            operation="federation_provider_certificate_renew"
            input={{ projectId, providerId: id }}
            refusal={refusal}
            kind="secondary"
            label={texts.renew}
            title={texts.renewTitle}
            confirmLabel={texts.renew}
            consequence={texts.renewText}
            danger={false}
            done={texts.renewed}
          />
        )}
      </div>
    </Card>
  )
}
