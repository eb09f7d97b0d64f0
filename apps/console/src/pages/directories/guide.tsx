import { directoryGuideTexts } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'
import { Guide } from '../../components/guide.tsx'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'

export type DirectoryGuide = Answer<'provisioning_directory_list'>['directories'][number]

export const directoryOptions = (guides: readonly DirectoryGuide[]) =>
  guides.map(({ directory }) => ({
    value: directory,
    label: t.directories.names[directory],
    text: t.directories.kindNotes[directory],
  }))

/** The steps of a set-up, before a kind is chosen. */
export function Outline() {
  const { title, ...steps } = t.directories.outline
  return (
    <Card title={title}>
      <Guide steps={[steps.connect, steps.issue, steps.enter].map((step) => ({ title: step }))} />
    </Card>
  )
}

export const GuideOf = ({ guide }: { guide: DirectoryGuide }) => (
  <Card title={t.directories.steps} text={t.directories.names[guide.directory]}>
    <GuideSteps guide={guide} />
  </Card>
)

interface GuideStepsProps {
  readonly guide: DirectoryGuide
  /** Absent before the connection is created. */
  readonly clientId?: string
}

export function GuideSteps({ guide, clientId = '' }: GuideStepsProps) {
  const text = t.guides.directories?.[guide.directory] ?? directoryGuideTexts[guide.directory]
  const pitfalls = Object.values(text.pitfalls)
  return (
    <>
      <Guide steps={Object.values(text.steps).map((title) => ({ title }))} />
      <Facts
        stacked
        facts={[
          ...valueFact(guide.labels.baseUrl ?? t.directories.scimAddress, guide.values.scimBaseUrl),
          ...valueFact(guide.labels.tokenEndpoint ?? t.directories.tokenEndpoint, guide.values.tokenEndpoint),
          ...valueFact(t.common.clientId, clientId),
          {
            name: t.directories.recommended,
            value: t.directories.credentialKinds[guide.recommendedCredential],
          },
        ]}
      />
      {pitfalls.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="font-medium">{t.directories.pitfalls}</h3>
          <ul className="grid list-disc gap-1 pl-4 text-quiet">
            {pitfalls.map((pitfall) => (
              <li key={pitfall}>{pitfall}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const valueFact = (name: string, value: string | null) =>
  value ? [{ name, value: <CopyValue value={value} what={name} /> }] : []
